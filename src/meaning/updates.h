// SPDX-License-Identifier: GPL-3.0-or-later
// What an atomic read-modify-write leaves in memory, over any domain of values (operators.h); besides the members named
// there a domain has not_(Number), bit by bit, and ite(Bit, Number, Number).
#pragma once
#include "model/program.h"

namespace heddle::meaning {

template <class D>
typename D::Number updated(D& d, model::RmwOp op, const typename D::Number& old, const typename D::Number& operand) {
  using model::RmwOp;
  switch (op) {
    case RmwOp::Xchg: return operand;
    case RmwOp::Add: return d.add(old, operand);
    case RmwOp::Sub: return d.sub(old, operand);
    case RmwOp::And: return d.and_(old, operand);
    case RmwOp::Or: return d.or_(old, operand);
    case RmwOp::Xor: return d.xor_(old, operand);
    case RmwOp::Nand: return d.not_(d.and_(old, operand));
    case RmwOp::Max: return d.ite(d.slt(old, operand), operand, old);
    case RmwOp::Min: return d.ite(d.slt(old, operand), old, operand);
    case RmwOp::UMax: return d.ite(d.ult(old, operand), operand, old);
    case RmwOp::UMin: return d.ite(d.ult(old, operand), old, operand);
  }
  return operand;
}

}  // namespace heddle::meaning
