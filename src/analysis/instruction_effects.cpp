// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/instruction_effects.h"

namespace heddle::analysis {

using model::Builtin;
using model::Instr;
using model::InstrKind;
using model::ProcId;

void InstructionEffects::read(Effects& e, const base::BitSet& objects) const {
  objects.each([&](size_t o) {
    if (o >= program_.objects.size() || !program_.objects[o].constant) e.touches.reads.add(o);
  });
}

void InstructionEffects::write(Effects& e, const base::BitSet& objects) const {
  objects.each([&](size_t o) {
    if (o >= program_.objects.size() || !program_.objects[o].constant) e.touches.writes.add(o);
  });
}

void InstructionEffects::unmodelled(Effects& e) const {
  base::BitSet escaped = points_to_.escaped_objects();
  read(e, escaped);
  write(e, escaped);
  for (ProcId g : points_to_.escaped_procedures())
    if (!program_.procedures[g].code.empty()) e.calls.push_back(g);
}

void InstructionEffects::call(Effects& e, ProcId callee) const {
  if (program_.procedures[callee].code.empty())
    unmodelled(e);
  else
    e.calls.push_back(callee);
}

Effects InstructionEffects::of(ProcId f, const Instr& i) const {
  Effects e;
  switch (i.kind) {
    case InstrKind::Load: read(e, points_to_.objects(f, i.a)); break;
    case InstrKind::Store:
    case InstrKind::Fill: write(e, points_to_.objects(f, i.a)); break;
    case InstrKind::Rmw:
    case InstrKind::CmpXchg:
      read(e, points_to_.objects(f, i.a));
      write(e, points_to_.objects(f, i.a));
      break;
    case InstrKind::Copy:
      read(e, points_to_.objects(f, i.b));
      write(e, points_to_.objects(f, i.a));
      break;
    case InstrKind::Call: call(e, i.callee); break;
    case InstrKind::CallPointer:
      for (ProcId g : points_to_.targets(f, i.a)) call(e, g);
      break;
    case InstrKind::ScopeEnd:
      for (model::ExprId address : i.args)
        points_to_.objects(f, address).each([&](size_t o) {
          if (points_to_.may_be_shared(static_cast<uint32_t>(o))) e.touches.writes.add(o);
        });
      break;
    case InstrKind::Builtin: builtin(e, f, i); break;
    case InstrKind::Assign:
    case InstrKind::Jump:
    case InstrKind::Branch:
    case InstrKind::Switch:
    case InstrKind::Return:
    case InstrKind::Fence:
    case InstrKind::Alloca:  // what is new nobody else can reach yet
    case InstrKind::Unreachable: break;
  }
  return e;
}

// A synchronisation operation reads and writes the object it works on, whatever its outcome.
void InstructionEffects::builtin(Effects& e, ProcId f, const Instr& i) const {
  auto argument = [&](size_t k) { return points_to_.objects(f, i.args[k]); };
  auto synchronise = [&](size_t k) {
    read(e, argument(k));
    write(e, argument(k));
  };
  switch (i.builtin) {
    case Builtin::None:
    case Builtin::Nondet:
    case Builtin::Assume:
    case Builtin::Error:
    case Builtin::AssertFail:
    case Builtin::Abort:
    case Builtin::Exit:
    case Builtin::Output:
    case Builtin::Yield:
    case Builtin::Apart:
    case Builtin::AtomicBegin:
    case Builtin::AtomicEnd:
    case Builtin::Malloc:
    case Builtin::Calloc:
    case Builtin::ThreadDetach:
    case Builtin::ThreadExit:
    case Builtin::ThreadSelf: return;
    case Builtin::Unmodelled: return unmodelled(e);
    case Builtin::Free: return write(e, argument(0));
    case Builtin::ThreadCreate:
      write(e, argument(0));
      for (ProcId g : points_to_.targets(f, i.args[2])) {
        if (program_.procedures[g].code.empty())
          unmodelled(e);
        else
          e.starts.push_back(g);
      }
      return;
    case Builtin::ThreadJoin:
    case Builtin::ThreadTryJoin: return write(e, argument(1));
    case Builtin::ThreadCancelJoin: write(e, argument(1)); return read(e, argument(2));
    case Builtin::ThreadCancel: return synchronise(1);
    case Builtin::ThreadCancelled: return read(e, argument(0));
    case Builtin::SemCancelWait: synchronise(0); return read(e, argument(1));
    case Builtin::CondCancelWait:
    case Builtin::CondCancelTimedWait: read(e, argument(2)); [[fallthrough]];
    case Builtin::CondWait:
    case Builtin::CondTimedWait: synchronise(0); return synchronise(1);
    case Builtin::SemGetValue: synchronise(0); return write(e, argument(1));
    case Builtin::Realloc:
    case Builtin::MutexInit:
    case Builtin::MutexDestroy:
    case Builtin::MutexLock:
    case Builtin::MutexTryLock:
    case Builtin::MutexTimedLock:
    case Builtin::MutexUnlock:
    case Builtin::RwInit:
    case Builtin::RwDestroy:
    case Builtin::RwReadLock:
    case Builtin::RwWriteLock:
    case Builtin::RwTryReadLock:
    case Builtin::RwTryWriteLock:
    case Builtin::RwTimedReadLock:
    case Builtin::RwTimedWriteLock:
    case Builtin::RwUnlock:
    case Builtin::SpinInit:
    case Builtin::SpinDestroy:
    case Builtin::SpinLock:
    case Builtin::SpinTryLock:
    case Builtin::SpinUnlock:
    case Builtin::CondInit:
    case Builtin::CondDestroy:
    case Builtin::CondSignal:
    case Builtin::CondBroadcast:
    case Builtin::BarrierInit:
    case Builtin::BarrierDestroy:
    case Builtin::BarrierWait:
    case Builtin::SemInit:
    case Builtin::SemDestroy:
    case Builtin::SemWait:
    case Builtin::SemTryWait:
    case Builtin::SemTimedWait:
    case Builtin::SemPost: return synchronise(0);
  }
}

}  // namespace heddle::analysis
