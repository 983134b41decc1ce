// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/explore/weak_order.h"

#include <algorithm>

#include "analysis/points_to.h"
#include "model/live_locals.h"

namespace heddle::explore {

using model::Instr;
using model::InstrKind;
using model::MemoryOrder;
using semantics::ThreadInfo;
using semantics::ThreadStatus;

namespace {

// Relaxed in one direction at least: what it reads is not acquired, or what it writes is not released. Writing a constant
// without releasing anything is how a lock is taken; that others see it taken tells them nothing about other memory.
bool relaxed(const model::Program& p, const Instr& i) {
  if (i.order == MemoryOrder::Relaxed) return true;
  if (i.kind != InstrKind::Rmw && i.kind != InstrKind::CmpXchg) return false;
  bool exchange = i.kind == InstrKind::CmpXchg || i.rmw == model::RmwOp::Xchg;
  bool takes_lock = exchange && p.exprs[i.kind == InstrKind::CmpXchg ? i.c : i.b].op == model::ExprOp::Const;
  if (i.order == MemoryOrder::Acquire) return !takes_lock;
  return i.order == MemoryOrder::Release || i.order_of_failure == MemoryOrder::Relaxed;
}

}  // namespace

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
        case Builtin::SemTimedWait: return true;
        default: break;
      }
  return false;
}

WeakOrder::WeakOrder(const model::Program& p) {
  for (const model::Procedure& f : p.procedures)
    for (const Instr& i : f.code) possible_ |= relaxed(p, i);
  if (!possible_) return;
  analysis::PointsTo points_to(p);
  for (model::ProcId f = 0; f < p.procedures.size(); ++f) {
    const model::Procedure& procedure = p.procedures[f];
    auto live = model::live_locals(p, procedure);
    auto& used = result_used_.emplace_back(procedure.code.size(), false);
    for (model::Pc pc = 0; pc < procedure.code.size(); ++pc) {
      const Instr& i = procedure.code[pc];
      if (relaxed(p, i)) relaxed_.add_all(points_to.objects(f, i.a));
      detaches_ |= i.kind == InstrKind::Builtin && (i.builtin == model::Builtin::ThreadDetach || i.builtin == model::Builtin::ThreadCreate) &&
                   (i.builtin == model::Builtin::ThreadDetach || p.exprs[i.args[1]].op != model::ExprOp::Const);
      if (i.kind != InstrKind::Load && i.kind != InstrKind::Rmw && i.kind != InstrKind::CmpXchg) continue;
      for (model::LocalId l : live[pc + 1]) used[pc] = used[pc] || l == i.dst || l == i.dst2;
    }
  }
}

bool WeakOrder::carried_by(const semantics::Machine& m, const semantics::State& s, unsigned t, const analysis::Footprints& footprints) const {
  const ThreadInfo& in = m.info(s, t);
  if (!possible_ || in.status != ThreadStatus::Ready || in.local || !in.instr) return false;
  bool others = false;
  for (unsigned u = 0; u < m.threads(s); ++u) others |= u != t && m.info(s, u).status != ThreadStatus::Free;
  if (!others) return false;
  auto [f, pc] = in.stack.front();
  if (in.section) {
    if (in.instr->kind != InstrKind::Builtin || in.instr->builtin != model::Builtin::AtomicBegin) return false;
    return footprints.section_is_open(f, pc) || footprints.section(f, pc).reads.intersects(relaxed_);
  }
  if (!result_used_[f][pc]) return false;
  return std::any_of(in.accesses.begin(), in.accesses.end(), [&](const auto& a) { return relaxed_.has(m.abstract_of(s, a.obj)); });
}

}  // namespace heddle::explore
