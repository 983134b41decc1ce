// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/invariants/numbers.h"

#include <algorithm>
#include <numeric>

namespace heddle::invariants {

namespace {

using Wide = __int128;

int64_t least(unsigned width) { return width == 1 ? 0 : width >= 64 ? INT64_MIN : -(int64_t{1} << (width - 1)); }
int64_t most(unsigned width) { return width == 1 ? 1 : width >= 64 ? INT64_MAX : (int64_t{1} << (width - 1)) - 1; }

uint64_t distance(int64_t a, int64_t b) {
  return a < b ? static_cast<uint64_t>(b) - static_cast<uint64_t>(a)
               : static_cast<uint64_t>(a) - static_cast<uint64_t>(b);
}

// Every number of the width that is `n` modulo the stride, which is a power of two.
Numbers every(unsigned width, int64_t n, uint64_t stride) {
  if (width == 1) return Numbers::all(1);
  if (stride <= 1) return Numbers::all(width);
  if (stride >> (width - 1)) stride = uint64_t{1} << (width - 2 > 62 ? 62 : width - 2);
  const Wide s = static_cast<Wide>(stride);
  Wide rest = (static_cast<Wide>(n) - least(width)) % s;
  if (rest < 0) rest += s;
  const Wide lo = least(width) + rest;
  const Wide hi = lo + (most(width) - lo) / s * s;
  return {static_cast<int64_t>(lo), static_cast<int64_t>(hi), stride};
}

uint64_t power_of_two_in(uint64_t stride) { return stride & (~stride + 1); }

// The numbers lo ... hi by stride, of any size, in a width.
Numbers fit(Wide lo, Wide hi, uint64_t stride, unsigned width) {
  if (lo >= least(width) && hi <= most(width))
    return {static_cast<int64_t>(lo), static_cast<int64_t>(hi), lo == hi ? 0 : std::max<uint64_t>(stride, 1)};
  const int64_t low_bits = static_cast<int64_t>(static_cast<uint64_t>(static_cast<unsigned __int128>(lo)));
  if (lo == hi) return Numbers::of_bits(static_cast<uint64_t>(low_bits), width);
  return every(width, low_bits, power_of_two_in(stride));
}

}  // namespace

Numbers Numbers::of_bits(uint64_t bits, unsigned width) {
  if (width == 1) return constant(static_cast<int64_t>(bits & 1));
  if (width >= 64) return constant(static_cast<int64_t>(bits));
  const unsigned unused = 64 - width;
  return constant(static_cast<int64_t>(bits << unused) >> unused);
}

Numbers Numbers::all(unsigned width) { return {least(width), most(width), 1}; }

bool Numbers::has(int64_t n) const { return lo <= n && n <= hi && (stride == 0 || distance(lo, n) % stride == 0); }

Numbers join(const Numbers& a, const Numbers& b) {
  const uint64_t stride = std::gcd(std::gcd(a.stride, b.stride), distance(a.lo, b.lo));
  return {std::min(a.lo, b.lo), std::max(a.hi, b.hi), stride};
}

std::optional<Numbers> meet(const Numbers& a, int64_t lo, int64_t hi) {
  Wide from = a.lo, to = a.hi;
  const Wide s = a.stride ? static_cast<Wide>(a.stride) : 1;
  if (lo > from) from += (static_cast<Wide>(lo) - from + s - 1) / s * s;
  if (hi < to)
    to = static_cast<Wide>(hi) < a.lo ? static_cast<Wide>(a.lo) - 1 : a.lo + (static_cast<Wide>(hi) - a.lo) / s * s;
  if (from > to) return std::nullopt;
  return Numbers{static_cast<int64_t>(from), static_cast<int64_t>(to), from == to ? 0 : a.stride};
}

Numbers widen(const Numbers& a, const Numbers& b, unsigned width) {
  Numbers both = join(a, b);
  const Wide s = static_cast<Wide>(std::max<uint64_t>(both.stride, 1));
  Wide lo = both.lo, hi = both.hi;
  if (both.lo < a.lo) {
    const Wide end = both.lo >= 0 ? 0 : least(width);
    lo = both.lo - (both.lo - end) / s * s;
  }
  if (both.hi > a.hi) hi = lo + (static_cast<Wide>(most(width)) - lo) / s * s;
  return {static_cast<int64_t>(lo), static_cast<int64_t>(hi), lo == hi ? 0 : static_cast<uint64_t>(s)};
}

Numbers widen_by_stages(const Numbers& a, const Numbers& b) {
  const Numbers both = join(a, b);
  const Wide s = static_cast<Wide>(std::max<uint64_t>(both.stride, 1));
  for (const unsigned bits : {15u, 31u, 47u}) {
    const Wide end = Wide{1} << bits;
    if (both.lo < -end || both.hi > end) continue;
    const Wide down = both.lo >= a.lo ? both.lo : both.lo >= 0 ? both.lo % s : both.lo - (both.lo + end) / s * s;
    const Wide up = both.hi <= a.hi ? both.hi : both.hi + (end - both.hi) / s * s;
    return {static_cast<int64_t>(down), static_cast<int64_t>(up), down == up ? 0 : static_cast<uint64_t>(s)};
  }
  return widen(a, b, 64);
}

Numbers add(const Numbers& a, const Numbers& b, unsigned width) {
  return fit(static_cast<Wide>(a.lo) + b.lo, static_cast<Wide>(a.hi) + b.hi, std::gcd(a.stride, b.stride), width);
}

Numbers sub(const Numbers& a, const Numbers& b, unsigned width) {
  return fit(static_cast<Wide>(a.lo) - b.hi, static_cast<Wide>(a.hi) - b.lo, std::gcd(a.stride, b.stride), width);
}

Numbers mul(const Numbers& a, const Numbers& b, unsigned width) {
  if (!b.single()) {
    if (a.single()) return mul(b, a, width);
    const Wide p[] = {static_cast<Wide>(a.lo) * b.lo, static_cast<Wide>(a.lo) * b.hi, static_cast<Wide>(a.hi) * b.lo,
                      static_cast<Wide>(a.hi) * b.hi};
    return fit(*std::min_element(p, p + 4), *std::max_element(p, p + 4), 1, width);
  }
  if (b.lo == 0) return Numbers::constant(0);
  const Wide x = static_cast<Wide>(a.lo) * b.lo, y = static_cast<Wide>(a.hi) * b.lo;
  const uint64_t factor = distance(0, b.lo);
  const unsigned __int128 stride = static_cast<unsigned __int128>(a.stride) * factor;
  const uint64_t s = stride >> 63 ? power_of_two_in(a.stride) * power_of_two_in(factor) : static_cast<uint64_t>(stride);
  return fit(std::min(x, y), std::max(x, y), s, width);
}

Numbers zero_extend(const Numbers& a, unsigned from) {
  if (a.lo >= 0 || from >= 64) return a;
  const int64_t range = int64_t{1} << from;
  if (a.hi < 0) return {a.lo + range, a.hi + range, a.stride};
  const uint64_t s = power_of_two_in(a.stride);
  const int64_t first = s > 1 ? static_cast<int64_t>(static_cast<uint64_t>(a.lo) & (s - 1)) : 0;
  return {first, range - static_cast<int64_t>(s ? s : 1) + first, s ? s : 1};
}

Numbers sign_extend(const Numbers& a, unsigned from) {
  if (from != 1) return a;
  return a.single() ? Numbers::constant(-a.lo) : Numbers{-1, 0, 1};
}

Numbers truncate(const Numbers& a, unsigned width) { return fit(a.lo, a.hi, a.stride, width); }

namespace {

// Can first - second be d for some pair of offsets?
struct Differences {
  Wide lo, hi;
  uint64_t stride;
  Differences(const Numbers& a, const Numbers& b)
      : lo(static_cast<Wide>(a.lo) - b.hi), hi(static_cast<Wide>(a.hi) - b.lo), stride(std::gcd(a.stride, b.stride)) {}
  // One that is at least `from` and at most `to`.
  bool any_between(Wide from, Wide to) const {
    from = std::max(from, lo), to = std::min(to, hi);
    if (from > to) return false;
    if (stride == 0) return true;
    const Wide s = static_cast<Wide>(stride);
    return lo + (from - lo + s - 1) / s * s <= to;
  }
};

}  // namespace

bool may_overlap(const Numbers& a, uint64_t bytes_a, const Numbers& b, uint64_t bytes_b) {
  return Differences(a, b).any_between(1 - static_cast<Wide>(bytes_a), static_cast<Wide>(bytes_b) - 1);
}

bool overlap_only_at_start(const Numbers& a, uint64_t bytes_a, const Numbers& b, uint64_t bytes_b) {
  const Differences d(a, b);
  return !d.any_between(1 - static_cast<Wide>(bytes_a), -1) && !d.any_between(1, static_cast<Wide>(bytes_b) - 1);
}

}  // namespace heddle::invariants
