// SPDX-License-Identifier: GPL-3.0-or-later
// Bit-vectors of literals as the domain of src/meaning.
#pragma once
#include "smt/bits.h"

namespace heddle::symbolic {

struct Domain {
  using Number = smt::Bits;
  using Bit = smt::Lit;
  smt::Circuit& c;

  Number add(const Number& a, const Number& b) { return c.add(a, b); }
  Number sub(const Number& a, const Number& b) { return c.sub(a, b); }
  Number mul(const Number& a, const Number& b) { return c.mul(a, b); }
  Number udiv(const Number& a, const Number& b) { return c.udiv(a, b); }
  Number urem(const Number& a, const Number& b) { return c.urem(a, b); }
  Number sdiv(const Number& a, const Number& b) { return c.sdiv(a, b); }
  Number srem(const Number& a, const Number& b) { return c.srem(a, b); }
  Number shl(const Number& a, const Number& b) { return c.shl(a, b); }
  Number lshr(const Number& a, const Number& b) { return c.lshr(a, b); }
  Number ashr(const Number& a, const Number& b) { return c.ashr(a, b); }
  Number and_(const Number& a, const Number& b) { return c.and_(a, b); }
  Number or_(const Number& a, const Number& b) { return c.or_(a, b); }
  Number xor_(const Number& a, const Number& b) { return c.xor_(a, b); }
  Number not_(const Number& a) { return c.not_(a); }
  Number ite(Bit when, const Number& a, const Number& b) { return c.ite(when, a, b); }
  Bit eq(const Number& a, const Number& b) { return c.eq(a, b); }
  Bit ult(const Number& a, const Number& b) { return c.ult(a, b); }
  Bit ule(const Number& a, const Number& b) { return c.ule(a, b); }
  Bit slt(const Number& a, const Number& b) { return c.slt(a, b); }
  Bit sle(const Number& a, const Number& b) { return c.sle(a, b); }
  Bit both(Bit a, Bit b) { return c.and_(a, b); }
  static Bit no(Bit a) { return ~a; }
  static Bit always() { return smt::kTrue; }
  static Number as_number(Bit a) { return {a}; }
  static Number constant(uint64_t v, const Number& like) { return smt::Circuit::constant(v, width(like)); }
  static unsigned width(const Number& a) { return static_cast<unsigned>(a.size()); }
};

}  // namespace heddle::symbolic
