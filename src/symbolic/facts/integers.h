// SPDX-License-Identifier: GPL-3.0-or-later
// Integers that are wide enough for machine integers with a few factors.
#pragma once
#include <string>
#include <utility>

namespace heddle::facts {

using Int = __int128;

inline Int size(Int n) { return n < 0 ? -n : n; }

inline Int common_divisor(Int a, Int b) {
  a = size(a), b = size(b);
  while (b) std::swap(a %= b, b);
  return a;
}

inline Int parse_number(const std::string& digits) {
  Int n = 0;
  bool negative = false;
  for (char d : digits) {
    if (d >= '0' && d <= '9')
      n = n * 10 + (d - '0');
    else
      negative |= d == '-';
  }
  return negative ? -n : n;
}

}  // namespace heddle::facts
