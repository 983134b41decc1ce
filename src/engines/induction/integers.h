// SPDX-License-Identifier: GPL-3.0-or-later
// Integers that are wide enough for machine integers with a few factors.
#pragma once
#include <utility>

namespace heddle::induction {

using Int = __int128;

inline Int size(Int n) { return n < 0 ? -n : n; }

inline Int common_divisor(Int a, Int b) {
  a = size(a), b = size(b);
  while (b) std::swap(a %= b, b);
  return a;
}

}  // namespace heddle::induction
