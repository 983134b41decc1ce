// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of a free input, or of another choice that is made as late as possible (inputs.cpp; ranks and reuse:
// addresses.cpp; address: address_numbers.cpp).
#pragma once
#include <cstdint>

namespace heddle::semantics {

struct InputRange {
  enum Kind : uint32_t { Root, Shifted, Remainder, Rank, Reuse, Address };
  uint64_t lo, hi;
  uint32_t width, splits;  // splits: how often comparisons narrowed it
  uint32_t kind, parent;
  uint64_t operand;
};

}  // namespace heddle::semantics
