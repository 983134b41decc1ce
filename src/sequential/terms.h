// SPDX-License-Identifier: GPL-3.0-or-later
// The domain of `meaning` whose values are expressions of a program: what an operation does, as text of the program
// that is being written. Constants are folded, so that what is known stays readable.
#pragma once
#include "meaning/numbers.h"
#include "meaning/operators.h"
#include "model/expr.h"

namespace heddle::sequential {

using model::ExprId;
using model::ExprOp;

class Terms {
 public:
  using Number = ExprId;
  using Bit = ExprId;
  explicit Terms(model::ExprPool& pool) : pool_(pool) {}

  Number add(Number a, Number b) { return two(ExprOp::Add, a, b); }
  Number sub(Number a, Number b) { return two(ExprOp::Sub, a, b); }
  Number mul(Number a, Number b) { return two(ExprOp::Mul, a, b); }
  Number lshr(Number a, Number b) { return two(ExprOp::LShr, a, b); }
  Number and_(Number a, Number b) { return two(ExprOp::And, a, b); }
  Number or_(Number a, Number b) { return two(ExprOp::Or, a, b); }
  Number xor_(Number a, Number b) { return two(ExprOp::Xor, a, b); }
  Number not_(Number a) { return xor_(a, constant(~uint64_t{0}, a)); }
  Bit eq(Number a, Number b) { return a == b ? always() : two(ExprOp::Eq, a, b); }
  Bit ult(Number a, Number b) { return two(ExprOp::Ult, a, b); }
  Bit ule(Number a, Number b) { return two(ExprOp::Ule, a, b); }
  Bit slt(Number a, Number b) { return two(ExprOp::Slt, a, b); }
  Bit sle(Number a, Number b) { return two(ExprOp::Sle, a, b); }
  Bit both(Bit a, Bit b) {
    if (is_constant(a)) return value(a) ? b : a;
    if (is_constant(b)) return value(b) ? a : b;
    return a == b ? a : two(ExprOp::And, a, b);
  }
  Bit no(Bit a) { return is_constant(a) ? bit(!value(a)) : xor_(a, always()); }
  Bit either(Bit a, Bit b) { return no(both(no(a), no(b))); }
  Bit always() { return bit(true); }
  Bit bit(bool b) { return pool_.constant(b, 1); }
  Number as_number(Bit a) { return a; }
  Number ite(Bit c, Number a, Number b) {
    if (is_constant(c)) return value(c) ? a : b;
    return a == b ? a : pool_.select(c, a, b);
  }
  Number constant(uint64_t v, Number like) { return pool_.constant(v, width(like)); }
  unsigned width(Number a) const { return pool_[a].width; }

  Number number(uint64_t v, unsigned width) { return pool_.constant(v, width); }
  Number low(Number a, unsigned to) { return width(a) == to ? a : one(ExprOp::Trunc, to, a); }
  Number wide(Number a, unsigned to) { return width(a) == to ? a : one(ExprOp::ZExt, to, a); }
  bool is_constant(Number a) const { return pool_[a].op == ExprOp::Const; }
  uint64_t value(Number a) const { return pool_[a].bits; }

  // Any operator of two numbers; of constants, where it has a result, the result.
  Number two(ExprOp op, Number a, Number b) {
    if (is_constant(a) && is_constant(b) && !meaning::is_division(op) && !meaning::is_shift(op)) {
      meaning::Numbers n{width(a)};
      uint64_t v = meaning::apply(n, op, value(a), value(b));
      return pool_.constant(v, meaning::is_comparison(op) ? 1 : width(a));
    }
    return pool_.binary(op, meaning::is_comparison(op) ? 1 : width(a), a, b);
  }
  Number one(ExprOp op, unsigned to, Number a) {
    if (is_constant(a) && (op == ExprOp::ZExt || op == ExprOp::Trunc)) return pool_.constant(value(a), to);
    if (is_constant(a) && op == ExprOp::SExt)
      return pool_.constant(static_cast<uint64_t>(meaning::sign_extend(value(a), width(a))), to);
    return pool_.unary(op, to, a);
  }
  model::ExprPool& pool() { return pool_; }

 private:
  model::ExprPool& pool_;
};

}  // namespace heddle::sequential
