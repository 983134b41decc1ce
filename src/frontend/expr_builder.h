// SPDX-License-Identifier: GPL-3.0-or-later
// Building terms: the operators of the model from the richer vocabulary of LLVM, with the few simplifications that keep
// clang's -O0 code readable (a boolean widened to int and compared with zero is that boolean).
#pragma once
#include "model/program.h"

namespace heddle::frontend {

using model::ExprId;
using model::ExprOp;

class ExprBuilder {
 public:
  ExprBuilder(model::ExprPool& pool, unsigned pointer_width) : pool_(pool), pointer_width_(pointer_width) {}

  unsigned width(ExprId e) const { return pool_[e].width; }
  bool is_constant(ExprId e) const { return pool_[e].op == ExprOp::Const; }
  uint64_t constant_value(ExprId e) const { return pool_[e].bits; }
  unsigned depth(ExprId e) const;

  ExprId constant(uint64_t value, unsigned width) { return pool_.constant(value, width); }
  ExprId pointer_constant(uint64_t value) { return pool_.constant(value, pointer_width_); }
  ExprId undef(unsigned width) { return leaf(ExprOp::Undef, width, 0); }
  ExprId local(model::LocalId l, unsigned width) { return pool_.local(l, width); }
  ExprId address(ExprOp op, uint32_t id) { return leaf(op, pointer_width_, id); }

  ExprId binary(ExprOp op, ExprId a, ExprId b) { return pool_.binary(op, width(a), a, b); }
  ExprId compare(ExprOp op, ExprId a, ExprId b);
  ExprId convert(ExprOp op, unsigned width, ExprId a) { return pool_.unary(op, width, a); }
  ExprId negate_bit(ExprId e);  // width 1
  ExprId truth(ExprId e);       // e != 0, width 1
  ExprId select(ExprId c, ExprId a, ExprId b) { return pool_.select(c, a, b); }
  ExprId resize(ExprId e, unsigned width);         // ZExt or Trunc
  ExprId resize_signed(ExprId e, unsigned width);  // SExt or Trunc
  ExprId to_pointer(ExprId e) { return resize(e, pointer_width_); }
  ExprId shift_left(ExprId e, unsigned by) { return by ? binary(ExprOp::Shl, e, constant(by, width(e))) : e; }
  ExprId shift_right(ExprId e, unsigned by) { return by ? binary(ExprOp::LShr, e, constant(by, width(e))) : e; }
  ExprId offset(ExprId pointer, uint64_t bytes);   // pointer + constant
  ExprId offset_by(ExprId pointer, ExprId bytes);  // pointer + expression of pointer width

 private:
  ExprId leaf(ExprOp op, unsigned width, uint64_t bits);

  model::ExprPool& pool_;
  unsigned pointer_width_;
};

}  // namespace heddle::frontend
