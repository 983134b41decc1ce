// SPDX-License-Identifier: GPL-3.0-or-later
// The plainest domain of this room: numbers of the machine, `bits` wide.
#pragma once
#include <cstdint>

namespace heddle::meaning {

inline uint64_t mask(unsigned width) { return width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1; }
inline int64_t sign_extend(uint64_t v, unsigned width) {
  return width >= 64 ? static_cast<int64_t>(v) : static_cast<int64_t>(v << (64 - width)) >> (64 - width);
}

struct Numbers {
  using Number = uint64_t;
  using Bit = bool;
  unsigned bits = 64;

  int64_t as_signed(Number a) const { return sign_extend(a, bits); }
  Number cut(uint64_t a) const { return a & mask(bits); }
  Number add(Number a, Number b) const { return cut(a + b); }
  Number sub(Number a, Number b) const { return cut(a - b); }
  Number mul(Number a, Number b) const { return cut(a * b); }
  Number udiv(Number a, Number b) const { return a / b; }
  Number urem(Number a, Number b) const { return a % b; }
  Number sdiv(Number a, Number b) const {
    return cut(b == mask(bits) ? 0 - a : static_cast<uint64_t>(as_signed(a) / as_signed(b)));
  }
  Number srem(Number a, Number b) const {
    return b == mask(bits) ? 0 : cut(static_cast<uint64_t>(as_signed(a) % as_signed(b)));
  }
  Number shl(Number a, Number b) const { return cut(a << b); }
  Number lshr(Number a, Number b) const { return a >> b; }
  Number ashr(Number a, Number b) const { return cut(static_cast<uint64_t>(as_signed(a) >> b)); }
  Number and_(Number a, Number b) const { return a & b; }
  Number or_(Number a, Number b) const { return a | b; }
  Number xor_(Number a, Number b) const { return a ^ b; }
  Number not_(Number a) const { return cut(~a); }
  Number ite(Bit c, Number a, Number b) const { return c ? a : b; }
  Bit eq(Number a, Number b) const { return a == b; }
  Bit ult(Number a, Number b) const { return a < b; }
  Bit ule(Number a, Number b) const { return a <= b; }
  Bit slt(Number a, Number b) const { return as_signed(a) < as_signed(b); }
  Bit sle(Number a, Number b) const { return as_signed(a) <= as_signed(b); }
  Bit both(Bit a, Bit b) const { return a && b; }
  Bit no(Bit a) const { return !a; }
  Bit always() const { return true; }
  Number as_number(Bit a) const { return a; }
  Number constant(uint64_t v, Number) const { return cut(v); }
  unsigned width(Number) const { return bits; }
};

}  // namespace heddle::meaning
