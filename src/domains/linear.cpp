// SPDX-License-Identifier: GPL-3.0-or-later
#include "domains/linear.h"

#include <algorithm>
#include <numeric>

namespace heddle::domains {

namespace {
constexpr Int kMost = Int{1} << 100;

bool is_word(Int n) { return n == static_cast<int64_t>(n); }

bool multiply(Int a, Int b, Int& out) { return !__builtin_mul_overflow(a, b, &out) && fits(out); }
}  // namespace

bool fits(Int n) { return n >= -kMost && n <= kMost; }

std::string text(Int n) {
  if (n == 0) return "0";
  std::string digits;
  for (Int rest = n; rest != 0; rest /= 10)
    digits += static_cast<char>('0' + static_cast<int>(rest < 0 ? -(rest % 10) : rest % 10));
  if (n < 0) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

// Numbers of 64 bits are divided by the processor; larger ones take a call of the compiler's library.
Int floor_div(Int a, Int b) {
  if (is_word(a) && is_word(b)) {
    const int64_t x = static_cast<int64_t>(a), y = static_cast<int64_t>(b);
    return x % y < 0 ? x / y - 1 : x / y;
  }
  Int q = a / b;
  return a % b < 0 ? q - 1 : q;
}

Int mod(Int a, Int b) {
  if (b == 1) return 0;
  if (a >= 0 && a < b) return a;
  return a - floor_div(a, b) * b;
}

Int gcd(Int a, Int b) {
  if (a < 0) a = -a;
  if (b < 0) b = -b;
  if (a == 1 || b == 1) return 1;
  if (a == b) return a;
  while (b != 0) {
    if (is_word(a) && is_word(b)) return std::gcd(static_cast<int64_t>(a), static_cast<int64_t>(b));
    Int rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

Int Linear::factor(Var x) const {
  for (const auto& [y, k] : terms)
    if (y == x) return k;
  return 0;
}

std::optional<Linear> sum(const Linear& a, const Linear& b, Int factor_of_b) {
  Linear out;
  Int scaled;
  if (!multiply(b.constant, factor_of_b, scaled) || !fits(a.constant + scaled)) return {};
  out.constant = a.constant + scaled;
  auto x = a.terms.begin();
  for (const auto& [y, k] : b.terms) {
    for (; x != a.terms.end() && x->first < y; ++x) out.terms.push_back(*x);
    if (!multiply(k, factor_of_b, scaled)) return {};
    if (x != a.terms.end() && x->first == y) scaled += (x++)->second;
    if (!fits(scaled)) return {};
    if (scaled != 0) out.terms.emplace_back(y, scaled);
  }
  out.terms.insert(out.terms.end(), x, a.terms.end());
  return out;
}

std::optional<Linear> product(const Linear& a, Int factor) { return sum(Linear{}, a, factor); }

Noise Noise::between(Int low, Int high, Int stride) {
  if (low >= high || stride == 0) return {low, low, 0};
  high = low + floor_div(high - low, stride) * stride;
  return {low, high, low == high ? 0 : stride};
}

std::optional<Form> sum(const Form& a, const Form& b, Int factor_of_b) {
  std::optional<Linear> s = sum(a.sum, b.sum, factor_of_b);
  Int low, high, stride;
  if (!s || !multiply(b.noise.low, factor_of_b, low) || !multiply(b.noise.high, factor_of_b, high) ||
      !multiply(b.noise.stride, factor_of_b, stride))
    return {};
  if (factor_of_b < 0) std::swap(low, high);
  low += a.noise.low;
  high += a.noise.high;
  if (!fits(low) || !fits(high)) return {};
  return Form{std::move(*s), Noise::between(low, high, gcd(a.noise.stride, stride))};
}

std::optional<Form> product(const Form& a, Int factor) { return sum(Form{}, a, factor); }

Bounds intersection(const Bounds& a, const Bounds& b) {
  Bounds out = a;
  if (b.low && (!out.low || *b.low > *out.low)) out.low = b.low;
  if (b.high && (!out.high || *b.high < *out.high)) out.high = b.high;
  return out;
}

Bounds sum(const Bounds& a, const Noise& n) {
  Bounds out;
  if (a.low) out.low = *a.low + n.low;
  if (a.high) out.high = *a.high + n.high;
  return out;
}

}  // namespace heddle::domains
