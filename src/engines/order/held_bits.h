// SPDX-License-Identifier: GPL-3.0-or-later
// Which bits the bytes of an object may have at all: of an address few are not always 0, of a flag one. A read is
// unknown only in those, so that a pointer which is read from a field means the objects that were stored there and no
// others, and formulas stay small. The unwinding that is asked rests on what an earlier one has noted, and counts only
// if it notes nothing more itself: every value it stores is one of those that are held.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "smt/bits.h"

namespace heddle::order {

struct HeldByte {
  uint8_t ones = 0, zeros = 0;  // bits that may be 1, that may be 0
  bool undef = false;           // it may be uninitialised
  void add(const HeldByte& other);
  bool within(const HeldByte& other) const;
};

class HeldBits {
 public:
  void note(uint64_t position, std::span<const smt::Lit> bits, size_t from, smt::Lit undef);
  HeldByte at(uint64_t position) const;
  bool within(const HeldBits& other) const;
  void grow(const HeldBits& noted);  // what grows again and again becomes everything, so that few attempts are enough

 private:
  static size_t lane(uint64_t position);
  std::vector<HeldByte> bytes_;  // far positions share one
  unsigned grown_ = 0;
};

using HeldBitsOf = std::map<uint32_t, HeldBits>;  // by abstract object

// The positions that this offset may mean, for `bytes` bytes of an object of that size. Only multiples of their number:
// anything else is undefined.
void each_position(const smt::Bits& offset, unsigned bytes, uint32_t size, const std::function<void(uint64_t)>& visit);

}  // namespace heddle::order
