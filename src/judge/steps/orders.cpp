// SPDX-License-Identifier: GPL-3.0-or-later
#include "judge/steps/orders.h"

namespace heddle::judge::steps {

using model::Builtin;
using model::Instr;
using model::InstrKind;
using model::MemoryOrder;

namespace {

bool acquires(MemoryOrder o) {
  return o == MemoryOrder::Acquire || o == MemoryOrder::AcqRel || o == MemoryOrder::SeqCst;
}
bool releases(MemoryOrder o) {
  return o == MemoryOrder::Release || o == MemoryOrder::AcqRel || o == MemoryOrder::SeqCst;
}

bool orders_nothing(const Instr& i) {
  switch (i.kind) {
    case InstrKind::Load: return i.atomic() && !acquires(i.order);
    case InstrKind::Store: return i.atomic() && !releases(i.order);
    case InstrKind::Rmw: return !acquires(i.order) || !releases(i.order);
    case InstrKind::CmpXchg: return !acquires(i.order) || !releases(i.order) || !acquires(i.order_of_failure);
    case InstrKind::Builtin:
      if (i.builtin == Builtin::ThreadCancel || i.builtin == Builtin::SemGetValue) return true;
      return model::may_give_up(i.builtin) && model::only_synchronises(i.builtin) &&
             !model::waits_on_condition(i.builtin);
    default: return false;
  }
}

}  // namespace

std::optional<model::Position> first_that_orders_nothing(const model::Program& p) {
  for (const model::Procedure& f : p.procedures)
    for (const Instr& i : f.code)
      if (orders_nothing(i)) return i.pos;
  return std::nullopt;
}

}  // namespace heddle::judge::steps
