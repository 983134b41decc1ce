// SPDX-License-Identifier: GPL-3.0-or-later
// Only one instruction kills: a store whose address is exactly the object and whose width is its size. Calls add what
// is live at the callee's entry and kill nothing. A created thread runs beside everything that follows, so no later
// store of its creator may kill for it: its whole reads are added at the creation. Synchronisation operations count as
// reads of their object, initialisations too. At the end of a thread (a return may be one) the thread-exit procedure
// runs.
#include "analysis/live_objects.h"

#include "model/control_flow.h"

namespace heddle::analysis {

using base::BitSet;
using model::Instr;
using model::InstrKind;
using model::Pc;
using model::ProcId;

namespace {

class LiveObjects {
 public:
  LiveObjects(const model::Program& p, const std::vector<std::vector<Effects>>& effects,
              const std::vector<AccessSet>& whole_life, Patience patience)
      : program_(p), effects_(effects), whole_life_(whole_life), patience_(patience) {}

  std::vector<std::vector<BitSet>> solve() {
    for (ProcId f = 0; f < program_.procedures.size(); ++f) {
      live_.emplace_back(program_.procedures[f].code.size());
      for (Pc pc = 0; pc < live_[f].size(); ++pc) live_[f][pc] = reads(f, pc);
    }
    while (pass()) {}
    return std::move(live_);
  }

 private:
  BitSet tracked(const BitSet& objects) const {
    BitSet kept;
    objects.each([&](size_t o) {
      if (o < program_.objects.size() && !program_.objects[o].constant && !program_.objects[o].thread_local_)
        kept.add(o);
    });
    return kept;
  }

  BitSet reads(ProcId f, Pc pc) const {
    const Effects& e = effects_[f][pc];
    BitSet all = e.touches.reads;
    for (ProcId thread : e.starts) all.add_all(whole_life_[thread].reads);
    return tracked(all);
  }

  void kill(BitSet& live, const Instr& i) const {
    if (i.kind != InstrKind::Store) return;
    const model::Expr& address = program_.exprs[i.a];
    if (address.op == model::ExprOp::Global && program_.objects[address.bits].size * 8 == i.width)
      live.remove(address.bits);
  }

  BitSet before(ProcId f, Pc pc) const {
    const Instr& i = program_.procedures[f].code[pc];
    BitSet live;
    for (Pc next : model::successors(i, pc)) live.add_all(live_[f][next]);
    kill(live, i);
    for (ProcId g : effects_[f][pc].calls) live.add_all(live_[g][0]);
    bool may_end_thread =
        i.kind == InstrKind::Return || (i.kind == InstrKind::Builtin && i.builtin == model::Builtin::ThreadExit);
    if (may_end_thread && program_.thread_exit != model::kNone && !live_[program_.thread_exit].empty())
      live.add_all(live_[program_.thread_exit][0]);
    return live;
  }

  bool pass() {
    bool changed = false;
    for (ProcId f = 0; f < live_.size(); ++f)
      for (Pc pc = static_cast<Pc>(live_[f].size()); pc-- > 0; patience_.ask())
        changed |= live_[f][pc].add_all(before(f, pc));
    return changed;
  }

  const model::Program& program_;
  const std::vector<std::vector<Effects>>& effects_;
  const std::vector<AccessSet>& whole_life_;
  const Patience patience_;
  std::vector<std::vector<BitSet>> live_;
};

}  // namespace

std::vector<std::vector<BitSet>> live_objects(const model::Program& p, const std::vector<std::vector<Effects>>& effects,
                                              const std::vector<AccessSet>& whole_life, Patience patience) {
  return LiveObjects(p, effects, whole_life, patience).solve();
}

}  // namespace heddle::analysis
