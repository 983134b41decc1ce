// SPDX-License-Identifier: GPL-3.0-or-later
// What each operator on integers computes, over any domain of values, and for which operands it has no result.
//
// A domain D has
//   Number, Bit                                      values, and truth values
//   add sub mul udiv urem sdiv srem shl lshr ashr    of two numbers of one width; they wrap
//   and_ or_ xor_                                    bit by bit
//   eq ult ule slt sle                               a Bit
//   both(Bit, Bit), no(Bit)                          conjunction and negation
//   as_number(Bit)                                   the number of width 1
//   constant(value, like)                            a number as wide as `like`
//   width(Number)
// A domain may throw where it has no such operation.
#pragma once
#include "base/check.h"
#include "model/expr.h"

namespace heddle::meaning {

using model::ExprOp;

constexpr bool is_division(ExprOp op) {
  return op == ExprOp::UDiv || op == ExprOp::SDiv || op == ExprOp::URem || op == ExprOp::SRem;
}
constexpr bool is_signed_division(ExprOp op) { return op == ExprOp::SDiv || op == ExprOp::SRem; }
constexpr bool is_shift(ExprOp op) { return op == ExprOp::Shl || op == ExprOp::LShr || op == ExprOp::AShr; }
constexpr bool is_comparison(ExprOp op) { return op >= ExprOp::Eq && op <= ExprOp::Sle; }
// An operator of two integers, addresses included.
constexpr bool is_arithmetic(ExprOp op) { return op >= ExprOp::Add && op <= ExprOp::Sle; }

enum class NoResult : uint8_t { DivisionByZero, DivisionOverflow, ShiftOutOfRange };

// Calls undefined(Bit when, NoResult why) for each way in which the operator may have no result.
template <class D, class Undefined>
void check(D& d, ExprOp op, const typename D::Number& a, const typename D::Number& b, Undefined undefined) {
  if (is_division(op)) {
    undefined(d.eq(b, d.constant(0, b)), NoResult::DivisionByZero);
    if (!is_signed_division(op)) return;
    const auto lowest = d.eq(a, d.constant(uint64_t{1} << (d.width(a) - 1), a));
    undefined(d.both(lowest, d.eq(b, d.constant(~uint64_t{0}, b))), NoResult::DivisionOverflow);
  } else if (is_shift(op)) {
    undefined(d.no(d.ult(b, d.constant(d.width(a), b))), NoResult::ShiftOutOfRange);
  }
}

// Only where check() found the operator defined.
template <class D>
typename D::Number apply(D& d, ExprOp op, const typename D::Number& a, const typename D::Number& b) {
  switch (op) {
    case ExprOp::Add:
    case ExprOp::PtrAdd: return d.add(a, b);
    case ExprOp::Sub: return d.sub(a, b);
    case ExprOp::Mul: return d.mul(a, b);
    case ExprOp::UDiv: return d.udiv(a, b);
    case ExprOp::URem: return d.urem(a, b);
    case ExprOp::SDiv: return d.sdiv(a, b);
    case ExprOp::SRem: return d.srem(a, b);
    case ExprOp::Shl: return d.shl(a, b);
    case ExprOp::LShr: return d.lshr(a, b);
    case ExprOp::AShr: return d.ashr(a, b);
    case ExprOp::And: return d.and_(a, b);
    case ExprOp::Or: return d.or_(a, b);
    case ExprOp::Xor: return d.xor_(a, b);
    case ExprOp::Eq: return d.as_number(d.eq(a, b));
    case ExprOp::Ne: return d.as_number(d.no(d.eq(a, b)));
    case ExprOp::Ult: return d.as_number(d.ult(a, b));
    case ExprOp::Ule: return d.as_number(d.ule(a, b));
    case ExprOp::Slt: return d.as_number(d.slt(a, b));
    case ExprOp::Sle: return d.as_number(d.sle(a, b));
    default: break;
  }
  HEDDLE_CHECK(is_arithmetic(op)) << "operator " << model::text(op) << " is not one of two integers";
  return a;
}

}  // namespace heddle::meaning
