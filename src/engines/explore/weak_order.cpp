// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/explore/weak_order.h"

#include <algorithm>

#include "analysis/lock_words.h"
#include "analysis/weak_operations.h"

namespace heddle::explore {

using analysis::fails_weakly;
using analysis::looks_at_semaphore;
using analysis::reads_weakly;
using analysis::writes_weakly;
using model::Instr;
using model::InstrKind;
using semantics::ThreadInfo;
using semantics::ThreadStatus;

namespace {
bool updates(const Instr& i) { return i.kind == InstrKind::Rmw || i.kind == InstrKind::CmpXchg; }
}  // namespace

WeakOrder::WeakOrder(const analysis::Analyses& analyses) {
  const model::Program& p = analyses.program();
  possible_ = analysis::has_weak_atomics(p);
  if (!possible_) return;
  const analysis::PointsTo& points_to = analyses.points_to();
  const std::vector<analysis::WaitingLoops>& loops = analyses.waiting_loops();
  const base::BitSet& locks = analyses.lock_words();
  for (model::ProcId f = 0; f < p.procedures.size(); ++f) {
    auto& used = result_used_.emplace_back(p.procedures[f].code.size(), false);
    for (model::Pc pc = 0; pc < used.size(); ++pc) {
      const Instr& i = p.procedures[f].code[pc];
      if (looks_at_semaphore(i)) {
        used[pc] = true;
        relaxed_.add_all(points_to.objects(f, i.args[0]));
        continue;
      }
      used[pc] = (i.kind == InstrKind::Load || updates(i)) && loops[f].result_used(pc);
      bool learns = used[pc] && (reads_weakly(i) || (fails_weakly(i) && !loops[f].waits(pc, std::nullopt)));
      if (!learns && !writes_weakly(i)) continue;
      base::BitSet objects = points_to.objects(f, i.a);
      if (!learns && analysis::only_acquires(i)) objects.remove_all(locks);
      relaxed_.add_all(objects);
    }
  }
}

std::optional<WeakOrder::Place> WeakOrder::carried_by(const semantics::Machine& m, const semantics::State& s,
                                                      unsigned t, const analysis::Footprints& footprints) const {
  const ThreadInfo& in = m.info(s, t);
  if (!possible_ || in.status != ThreadStatus::Ready || in.local || !in.instr) return std::nullopt;
  bool others = false;
  for (unsigned u = 0; u < m.threads(s); ++u) others |= u != t && m.info(s, u).status != ThreadStatus::Free;
  if (!others) return std::nullopt;
  auto [f, pc] = in.stack.front();
  if (in.section) {
    if (in.instr->kind != InstrKind::Builtin || in.instr->builtin != model::Builtin::AtomicBegin) return std::nullopt;
    if (!footprints.section_is_open(f, pc) && !footprints.section(f, pc).reads.intersects(relaxed_))
      return std::nullopt;
    return Place{m.position(in, nullptr), "the atomic section"};
  }
  if (!result_used_[f][pc]) return std::nullopt;
  for (const auto& a : in.accesses)
    if (relaxed_.has(m.abstract_of(s, a.obj)))
      return Place{m.position(in, nullptr),
                   analysis::operation_text(*in.instr) + " of `" + m.object_name(s, a.obj, a.offset, a.size) + "`"};
  return std::nullopt;
}

}  // namespace heddle::explore
