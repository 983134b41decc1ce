// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/lazy/weak_order.h"

namespace heddle::lazy {

using model::Builtin;
using model::Instr;
using model::InstrKind;
using model::MemoryOrder;

namespace {

bool releases(MemoryOrder o) { return o == MemoryOrder::Release || o == MemoryOrder::AcqRel || o == MemoryOrder::SeqCst; }
bool acquires(MemoryOrder o) { return o == MemoryOrder::Acquire || o == MemoryOrder::AcqRel || o == MemoryOrder::SeqCst; }

bool is_attempt(Builtin b) {
  switch (b) {
    case Builtin::MutexTryLock:
    case Builtin::MutexTimedLock:
    case Builtin::RwTryReadLock:
    case Builtin::RwTryWriteLock:
    case Builtin::RwTimedReadLock:
    case Builtin::RwTimedWriteLock:
    case Builtin::SpinTryLock:
    case Builtin::SemTryWait:
    case Builtin::SemTimedWait:
    case Builtin::SemGetValue: return true;
    default: return false;
  }
}

bool is_weak(const Instr& i) {
  if (i.kind == InstrKind::Builtin) return is_attempt(i.builtin);
  if (!i.atomic()) return false;
  if (i.kind == InstrKind::Load) return !acquires(i.order);
  if (i.kind == InstrKind::Store) return !releases(i.order);
  if (i.kind == InstrKind::CmpXchg && !acquires(i.order_of_failure)) return true;
  return (i.kind == InstrKind::Rmw || i.kind == InstrKind::CmpXchg) && !(acquires(i.order) && releases(i.order));
}

}  // namespace

bool orders_weakly(const model::Program& p) {
  for (const model::Procedure& f : p.procedures)
    for (const Instr& i : f.code)
      if (is_weak(i)) return true;
  return false;
}

}  // namespace heddle::lazy
