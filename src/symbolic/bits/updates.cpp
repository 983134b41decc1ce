// SPDX-License-Identifier: GPL-3.0-or-later
// Atomic read-modify-write and compare-and-exchange.
#include "meaning/updates.h"
#include "symbolic/bits/domain.h"
#include "symbolic/bits/evaluator.h"

namespace heddle::symbolic {

using model::InstrKind;
using model::RmwOp;
using smt::kFalse;
using smt::kTrue;

Update Evaluator::update(Here& at, const model::Instr& i, const Value& old, Value operand, Value desired) {
  operand.bits = c_.extend(operand.bits, i.width, false);
  if (i.kind == InstrKind::Rmw && i.rmw == RmwOp::Xchg) return {operand, kTrue};
  use(at, old);
  use(at, operand);
  const Lit is_old = may_point_to_addresses(at.procedure(), i.a) ? layout_.names_object(old) : kFalse,
            is_operand = is_address(at.procedure(), i.b, operand);
  at.flag(c_.all({is_old, is_operand, c_.or_(old.wide, operand.wide)}));
  if (i.kind == InstrKind::CmpXchg) {
    compare(at, old, operand, is_old, is_operand, nullptr, &pointees(at.procedure(), i.b));
    desired.bits = c_.extend(desired.bits, i.width, false);
    return {desired, c_.all({c_.eq(old.bits, operand.bits), ~old.undef, ~operand.undef})};
  }
  for (const Value* v : {&old, static_cast<const Value*>(&operand)})
    if (v->handle) at.flag(layout_.is_handle(*v));
  Domain d{c_};
  Value next{meaning::updated(d, i.rmw, old.bits, operand.bits), kFalse};
  next.wide = layout_.number_as_wide(next);
  if (i.rmw == RmwOp::Add || i.rmw == RmwOp::Sub) {
    if (is_old != kFalse) at.flag(c_.and_(is_old, c_.or_(is_operand, ~layout_.same_object(old.bits, next.bits))));
    at.flag(c_.and_(~is_old, is_operand));
  } else {
    at.flag(c_.or_(is_old, is_operand));
  }
  return {next, kTrue};
}

}  // namespace heddle::symbolic
