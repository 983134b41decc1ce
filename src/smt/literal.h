// SPDX-License-Identifier: GPL-3.0-or-later
// Literals of a propositional formula: variable 2n, its negation 2n + 1. Variable 0 is the constant true.
#pragma once
#include <cstdint>
#include <vector>

namespace heddle::smt {

struct Lit {
  uint32_t code = 0;
  Lit operator~() const { return {code ^ 1}; }
  bool operator==(const Lit&) const = default;
  bool operator<(const Lit& o) const { return code < o.code; }
  bool is_constant() const { return code < 2; }
};
inline constexpr Lit kTrue{0}, kFalse{1};
using Clause = std::vector<Lit>;

}  // namespace heddle::smt
