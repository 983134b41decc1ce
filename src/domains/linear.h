// SPDX-License-Identifier: GPL-3.0-or-later
// Linear expressions over integer variables, and what may be added to them without being known.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heddle::domains {

__extension__ typedef __int128 Int;
using Var = uint32_t;
inline constexpr Var kNoVar = ~0u;

std::string text(Int n);
Int floor_div(Int a, Int b);  // b > 0
Int mod(Int a, Int b);        // b > 0; the result is in [0, b)
Int gcd(Int a, Int b);        // of the absolute values; gcd(0, b) is b

// A sum of products and a constant. Arithmetic gives nothing where a number leaves [-2^100, 2^100]: no machine integer
// needs that many digits, and every sum of a few such numbers still fits into an Int.
struct Linear {
  std::vector<std::pair<Var, Int>> terms;  // ascending by variable, no factor is 0
  Int constant = 0;

  static Linear of(Int n) { return {{}, n}; }
  static Linear of(Var x) { return {{{x, 1}}, 0}; }
  bool is_constant() const { return terms.empty(); }
  Int factor(Var x) const;
  bool operator==(const Linear&) const = default;
};
bool fits(Int n);
std::optional<Linear> sum(const Linear& a, const Linear& b, Int factor_of_b = 1);
std::optional<Linear> product(const Linear& a, Int factor);

// The numbers low, low + stride, ... up to high. Invariant: stride is 0 exactly if low == high, else it divides
// high - low.
struct Noise {
  Int low = 0, high = 0, stride = 0;
  static Noise between(Int low, Int high, Int stride = 1);
  bool is_constant() const { return low == high; }
  bool operator==(const Noise&) const = default;
};

// A value: the sum plus one of the numbers.
struct Form {
  Linear sum;
  Noise noise;
  static Form of(Int n) { return {Linear::of(n), {}}; }
};
std::optional<Form> sum(const Form& a, const Form& b, Int factor_of_b = 1);
std::optional<Form> product(const Form& a, Int factor);

struct Bounds {  // nothing: no bound is known
  std::optional<Int> low, high;
  bool within(Int least, Int most) const { return low && high && *low >= least && *high <= most; }
  bool operator==(const Bounds&) const = default;
};
Bounds intersection(const Bounds& a, const Bounds& b);
Bounds sum(const Bounds& a, const Noise& n);

struct Residue {  // rest modulo modulus; modulus 0: exactly rest; modulus 1: anything
  Int modulus = 1, rest = 0;
  bool operator==(const Residue&) const = default;
};

}  // namespace heddle::domains
