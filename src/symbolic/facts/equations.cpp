// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/facts/equations.h"

#include <algorithm>
#include <optional>

#include "symbolic/facts/integers.h"

namespace heddle::facts {

namespace {

constexpr Int kLargest = Int{1} << 90;
constexpr Int kLargestFactor = Int{1} << 40;  // adding up a point must not overflow: values have up to 65 bits

// How often 2 divides it.
unsigned evenness(Int n) {
  unsigned k = 0;
  for (; n % 2 == 0 && k < 128; n /= 2) ++k;
  return k;
}

// Of the numbers that are the same modulo 2^width, the one nearest to zero.
Int reduced(Int n, unsigned width) {
  if (width == 0) return n;
  using Bits = unsigned __int128;
  return static_cast<Int>(static_cast<Bits>(n) << (128 - width)) >> (128 - width);
}

std::optional<Int> combined(Int x, Int by_x, Int y, Int by_y, unsigned width) {
  using Bits = unsigned __int128;
  if (width) {
    Bits r = static_cast<Bits>(x) * static_cast<Bits>(by_x) - static_cast<Bits>(y) * static_cast<Bits>(by_y);
    return reduced(static_cast<Int>(r), width);
  }
  Int p, q, r;
  if (__builtin_mul_overflow(x, by_x, &p) || __builtin_mul_overflow(y, by_y, &q) || __builtin_sub_overflow(p, q, &r))
    return std::nullopt;
  return size(r) < kLargest ? std::optional(r) : std::nullopt;
}

// Smaller factors, where all have a common one. Modulo 2^width only odd ones can be divided by.
bool tidy(Equation& e, unsigned width) {
  Int all = 0;
  for (Int by : e.by) all = common_divisor(all, by);
  if (all == 0) return true;
  if (width) {
    all = common_divisor(all, e.sum);
    while (all % 2 == 0) all /= 2;
  } else if (e.sum % all) {
    return false;
  }
  for (Int& by : e.by) by /= all;
  e.sum /= all;
  return width || std::all_of(e.by.begin(), e.by.end(), [](Int by) { return size(by) < kLargestFactor; });
}

// by_e times the one, minus by_base times the other.
std::optional<Equation> combined(Equation e, Int by_e, const Equation& base, Int by_base, unsigned width) {
  for (size_t v = 0; v < e.by.size(); ++v) {
    std::optional<Int> by = combined(e.by[v], by_e, base.by[v], by_base, width);
    if (!by) return std::nullopt;
    e.by[v] = *by;
  }
  std::optional<Int> sum = combined(e.sum, by_e, base.sum, by_base, width);
  if (!sum) return std::nullopt;
  e.sum = *sum;
  if (!tidy(e, width)) return std::nullopt;
  return e;
}

// By how much the point is off. Values have up to 65 bits: modulo 2^width, what overflows does not matter.
Int off(const Equation& e, const std::vector<Int>& point, unsigned width) {
  using Bits = unsigned __int128;
  Bits sum = -static_cast<Bits>(e.sum);
  for (size_t k = 0; k < point.size(); ++k) sum += static_cast<Bits>(e.by[k]) * static_cast<Bits>(point[k]);
  return reduced(static_cast<Int>(sum), width);
}

// The quotient, rounded to the nearest integer.
Int nearest(Int a, Int b) {
  Int q = a / b;
  const Int r = a % b;
  if (2 * size(r) > size(b)) q += (r < 0) == (b < 0) ? 1 : -1;
  return q;
}

bool is_empty(const Equation& e) {
  return std::all_of(e.by.begin(), e.by.end(), [](Int by) { return by == 0; });
}

}  // namespace

bool Equations::add(const std::vector<Int>& point) {
  if (!none_) return relax(point);
  none_ = false;
  for (size_t k = 0; k < point.size(); ++k) {
    if (!of_[k]) continue;
    Equation e{std::vector<Int>(point.size(), 0), reduced(point[k], width_)};
    e.by[k] = 1;
    all_.push_back(std::move(e));
  }
  return true;
}

// The equations that the point fulfils stay; of the others, what follows from them and holds there.
bool Equations::relax(const std::vector<Int>& point) {
  struct Wrong {
    Int by;
    unsigned even;
    Equation equation;
  };
  std::vector<Equation> kept;
  std::vector<Wrong> wrong;
  for (Equation& e : all_) {
    Int by = off(e, point, width_);
    if (by == 0)
      kept.push_back(std::move(e));
    else
      wrong.push_back({by, width_ ? evenness(by) : 0, std::move(e)});
  }
  // What is wrong by as much cancels. Modulo 2^width, the next is multiplied as needed, the one itself only by an odd
  // number, so that nothing is lost. Over the integers, it is done as Euclid does it, which keeps factors small.
  auto before = [](const Wrong& a, const Wrong& b) {
    return a.even != b.even ? a.even > b.even : size(a.by) > size(b.by);
  };
  std::sort(wrong.begin(), wrong.end(), before);
  const bool changed = !wrong.empty();
  if (width_) {
    for (size_t k = 0; k + 1 < wrong.size(); ++k) {
      const Wrong &here = wrong[k], &next = wrong[k + 1];
      Int divisor = common_divisor(here.by, next.by);
      auto e = combined(here.equation, next.by / divisor, next.equation, here.by / divisor, width_);
      if (e && !is_empty(*e)) kept.push_back(std::move(*e));
    }
  } else {
    while (wrong.size() > 1) {
      const Wrong most = std::move(wrong.front());
      wrong.erase(wrong.begin());
      const Wrong& next = wrong.front();
      auto e = combined(most.equation, 1, next.equation, nearest(most.by, next.by), width_);
      if (!e || is_empty(*e)) continue;
      const Int by = off(*e, point, width_);
      if (by == 0) {
        kept.push_back(std::move(*e));
        continue;
      }
      Wrong left{by, 0, std::move(*e)};
      auto at = std::upper_bound(wrong.begin(), wrong.end(), left, before);
      wrong.insert(at, std::move(left));
    }
  }
  // If it is off by a multiple of 2^k, it still holds modulo 2^k.
  if (width_ && changed && wrong.back().even) {
    auto e = combined(wrong.back().equation, Int{1} << (width_ - wrong.back().even), wrong.back().equation, 0, width_);
    if (e && !is_empty(*e)) kept.push_back(std::move(*e));
  }
  all_ = std::move(kept);
  return changed;
}

// Each variable that has an odd factor somewhere is left in one equation, with the factor 1. The last ones first: what
// is computed comes after what it is computed from.
std::vector<Equation> solved(std::vector<Equation> all, unsigned width) {
  std::vector<bool> used(all.size());
  for (size_t v = all.empty() ? 0 : all[0].by.size(); v-- > 0;) {
    size_t pivot = 0;
    while (pivot < all.size() && (used[pivot] || all[pivot].by[v] % 2 == 0)) ++pivot;
    if (pivot == all.size()) continue;
    used[pivot] = true;
    Int inverse = 1;  // Newton: each round doubles how many bits are right
    for (int k = 0; k < 7; ++k) inverse = reduced(inverse * reduced(2 - all[pivot].by[v] * inverse, width), width);
    for (Int& by : all[pivot].by) by = reduced(by * inverse, width);
    all[pivot].sum = reduced(all[pivot].sum * inverse, width);
    for (size_t k = 0; k < all.size(); ++k)
      if (k != pivot && all[k].by[v] != 0)
        if (auto e = combined(all[k], 1, all[pivot], all[k].by[v], width)) all[k] = std::move(*e);
  }
  std::erase_if(all, is_empty);
  return all;
}

// Elimination, one variable after the other.
bool follows(const Equation& wanted, std::vector<Equation> from, unsigned width) {
  Equation e = wanted;
  auto make_small = [&](Equation& r) {
    for (Int& by : r.by) by = reduced(by, width);
    r.sum = reduced(r.sum, width);
  };
  make_small(e);
  for (Equation& r : from) make_small(r);
  for (size_t v = 0; v < e.by.size(); ++v) {
    size_t pivot = from.size();
    for (size_t k = 0; k < from.size(); ++k)
      if (from[k].by[v] != 0 && (pivot == from.size() || evenness(from[k].by[v]) < evenness(from[pivot].by[v])))
        pivot = k;
    if (pivot == from.size()) {
      if (e.by[v] != 0) return false;
      continue;
    }
    Equation base = std::move(from[pivot]);
    from.erase(from.begin() + static_cast<std::ptrdiff_t>(pivot));
    const Int by = base.by[v];
    auto without = [&](const Equation& r) {
      Int divisor = common_divisor(r.by[v], by);
      return combined(r, by / divisor, base, r.by[v] / divisor, width);
    };
    std::vector<Equation> left;
    for (Equation& r : from) {
      if (r.by[v] == 0)
        left.push_back(std::move(r));
      else if (auto next = without(r); next && !is_empty(*next))
        left.push_back(std::move(*next));
    }
    if (e.by[v] != 0) {
      if (width && evenness(e.by[v]) < evenness(by)) return false;
      auto next = without(e);
      if (!next) return false;
      e = std::move(*next);
    }
    if (width && evenness(by))  // what it says of the others alone
      if (auto rest = combined(base, Int{1} << (width - evenness(by)), base, 0, width); rest && !is_empty(*rest))
        left.push_back(std::move(*rest));
    from = std::move(left);
  }
  return e.sum == 0;
}

}  // namespace heddle::facts
