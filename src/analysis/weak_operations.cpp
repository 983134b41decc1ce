// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/weak_operations.h"

namespace heddle::analysis {

using model::Instr;
using model::InstrKind;
using model::MemoryOrder;

namespace {

bool releases(MemoryOrder o) { return o == MemoryOrder::Release || o == MemoryOrder::AcqRel || o == MemoryOrder::SeqCst; }
bool acquires(MemoryOrder o) { return o == MemoryOrder::Acquire || o == MemoryOrder::AcqRel || o == MemoryOrder::SeqCst; }
bool updates(const Instr& i) { return i.kind == InstrKind::Rmw || i.kind == InstrKind::CmpXchg; }

}  // namespace

bool writes_weakly(const Instr& i) { return i.atomic() && (i.kind == InstrKind::Store || updates(i)) && !releases(i.order); }
bool reads_weakly(const Instr& i) { return i.atomic() && (i.kind == InstrKind::Load || updates(i)) && !acquires(i.order); }
bool fails_weakly(const Instr& i) { return i.kind == InstrKind::CmpXchg && !acquires(i.order_of_failure); }
bool looks_at_semaphore(const Instr& i) { return i.kind == InstrKind::Builtin && i.builtin == model::Builtin::SemGetValue; }

bool has_weak_atomics(const model::Program& p) {
  for (const model::Procedure& f : p.procedures)
    for (const Instr& i : f.code)
      if (writes_weakly(i) || reads_weakly(i) || fails_weakly(i) || looks_at_semaphore(i)) return true;
  return false;
}

bool makes_attempts_to_lock(const model::Program& p) {
  using model::Builtin;
  for (const model::Procedure& f : p.procedures)
    for (const Instr& i : f.code) switch (i.builtin) {
        case Builtin::MutexTryLock:
        case Builtin::MutexTimedLock:
        case Builtin::RwTryReadLock:
        case Builtin::RwTryWriteLock:
        case Builtin::RwTimedReadLock:
        case Builtin::RwTimedWriteLock:
        case Builtin::SpinTryLock:
        case Builtin::SemTryWait:
        case Builtin::SemTimedWait:
        case Builtin::ThreadCancel: return true;
        default: break;
      }
  return false;
}

}  // namespace heddle::analysis
