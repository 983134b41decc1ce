// SPDX-License-Identifier: GPL-3.0-or-later
#include "frontend/expr_builder.h"

#include <algorithm>

namespace heddle::frontend {

ExprId ExprBuilder::leaf(ExprOp op, unsigned width, uint64_t bits) {
  model::Expr e;
  e.op = op;
  e.width = static_cast<uint8_t>(width);
  e.bits = bits;
  return pool_.intern(e);
}

unsigned ExprBuilder::depth(ExprId id) const {
  const model::Expr e = pool_[id];
  unsigned below = 0;
  ExprId operands[3] = {e.a, e.b, e.c};
  for (int i = 0; i < model::arity(e.op); ++i) below = std::max(below, depth(operands[i]));
  return below + 1;
}

ExprId ExprBuilder::compare(ExprOp op, ExprId a, ExprId b) {
  bool equality = op == ExprOp::Eq || op == ExprOp::Ne;
  if (equality && is_constant(b) && constant_value(b) == 0) {
    if (pool_[a].op == ExprOp::ZExt) a = pool_[a].a, b = constant(0, width(a));
    if (width(a) == 1) return op == ExprOp::Ne ? a : negate_bit(a);
  }
  return pool_.binary(op, 1, a, b);
}

ExprId ExprBuilder::negate_bit(ExprId e) {
  const model::Expr x = pool_[e];
  if (x.op == ExprOp::Const) return constant(!x.bits, 1);
  if (x.op == ExprOp::Eq) return pool_.binary(ExprOp::Ne, 1, x.a, x.b);
  if (x.op == ExprOp::Ne) return pool_.binary(ExprOp::Eq, 1, x.a, x.b);
  if (x.op == ExprOp::Xor && is_constant(x.b) && constant_value(x.b) == 1) return x.a;
  return pool_.binary(ExprOp::Xor, 1, e, constant(1, 1));
}

ExprId ExprBuilder::truth(ExprId e) { return width(e) == 1 ? e : compare(ExprOp::Ne, e, constant(0, width(e))); }

ExprId ExprBuilder::resize(ExprId e, unsigned to) {
  const model::Expr x = pool_[e];
  if (x.width == to) return e;
  if (x.op == ExprOp::Const) return constant(x.bits, to);
  if (x.op == ExprOp::Undef) return undef(to);
  if (x.op == ExprOp::ZExt && to <= pool_[x.a].width) return resize(x.a, to);
  if (x.op == ExprOp::ZExt && to > x.width) return resize(x.a, to);
  return convert(x.width < to ? ExprOp::ZExt : ExprOp::Trunc, to, e);
}

ExprId ExprBuilder::resize_signed(ExprId e, unsigned to) {
  const model::Expr x = pool_[e];
  if (x.width >= to) return resize(e, to);
  if (x.op == ExprOp::Const) {
    uint64_t sign = uint64_t{1} << (x.width - 1);
    return constant((x.bits ^ sign) - sign, to);
  }
  if (x.op == ExprOp::Undef) return undef(to);
  return convert(ExprOp::SExt, to, e);
}

ExprId ExprBuilder::offset(ExprId pointer, uint64_t bytes) {
  const model::Expr x = pool_[pointer];
  if (x.op == ExprOp::PtrAdd && is_constant(x.b)) {
    pointer = x.a;
    bytes += constant_value(x.b);
  }
  ExprId sum = pointer_constant(bytes);
  if (constant_value(sum) == 0) return pointer;
  return pool_.binary(ExprOp::PtrAdd, pointer_width_, pointer, sum);
}

ExprId ExprBuilder::offset_by(ExprId pointer, ExprId bytes) {
  if (is_constant(bytes)) return offset(pointer, constant_value(bytes));
  return pool_.binary(ExprOp::PtrAdd, pointer_width_, pointer, bytes);
}

}  // namespace heddle::frontend
