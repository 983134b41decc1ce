// SPDX-License-Identifier: GPL-3.0-or-later
// First what a call of each procedure touches, a fixpoint over the call and thread-creation graph; then, procedure by
// procedure, backwards what is still ahead at each point, with calls and created threads standing for all they do.
#include "analysis/footprints.h"

#include <algorithm>

#include "analysis/atomic_sections.h"
#include "analysis/instruction_effects.h"
#include "analysis/live_objects.h"
#include "analysis/points_to.h"
#include "base/check.h"
#include "model/control_flow.h"

namespace heddle::analysis {

using model::Builtin;
using model::Instr;
using model::InstrKind;
using model::Pc;
using model::ProcId;

namespace {

class Builder {
 public:
  Builder(const model::Program& p, const PointsTo& points_to, const std::vector<std::vector<Effects>>& effects,
          Patience patience)
      : program_(p), points_to_(points_to), effects_(effects), patience_(patience) {
    find_deaths();
    for (ProcId f = 0; f < p.procedures.size(); ++f) runs_.push_back(frame_end_[f]);
    while (grow_runs()) {}
  }

  // A thread that begins with f, until it has ended.
  AccessSet whole_life(ProcId f) const {
    AccessSet all = runs_[f];
    all.add_all(thread_end_);
    return all;
  }

  // The instruction with everything it calls and starts.
  AccessSet step(ProcId f, Pc pc) const {
    const Effects& e = effects_[f][pc];
    AccessSet all = e.touches;
    for (ProcId g : e.calls) all.add_all(runs_[g]);
    for (ProcId g : e.starts) all.add_all(runs_[g]);
    const Instr& i = program_.procedures[f].code[pc];
    bool ends_thread = i.kind == InstrKind::Builtin && i.builtin == Builtin::ThreadExit;
    if (ends_thread || !e.starts.empty()) all.add_all(thread_end_);
    return all;
  }

  // Any frame may be the outermost of its thread, or die because the thread ends in a callee: the ends are ahead at
  // every point.
  std::vector<AccessSet> futures(ProcId f) const {
    const std::vector<Instr>& code = program_.procedures[f].code;
    std::vector<AccessSet> ahead;
    for (Pc pc = 0; pc < code.size(); ++pc) {
      ahead.push_back(step(f, pc));
      ahead.back().add_all(frame_end_[f]);
      ahead.back().add_all(thread_end_);
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (Pc pc = static_cast<Pc>(code.size()); pc-- > 0; patience_.ask())
        for (Pc next : model::successors(code[pc], pc)) changed |= ahead[pc].add_all(ahead[next]);
    }
    return ahead;
  }

 private:
  void find_deaths() {
    frame_end_.resize(program_.procedures.size());
    for (ProcId f = 0; f < program_.procedures.size(); ++f)
      for (const Instr& i : program_.procedures[f].code)
        if (i.kind == InstrKind::Alloca) dies(frame_end_[f], abstract_site(program_, i.site));
    for (model::ObjectId o = 0; o < program_.objects.size(); ++o)
      if (program_.objects[o].thread_local_ && !program_.objects[o].constant)
        dies(thread_end_, abstract_object(program_, o));
  }
  void dies(AccessSet& end, uint32_t object) {
    if (points_to_.may_be_shared(object)) end.writes.add(object);
  }

  bool grow_runs() {
    bool changed = false;
    for (ProcId f = 0; f < effects_.size(); ++f)
      for (Pc pc = 0; pc < effects_[f].size(); ++pc) patience_.ask(), changed |= runs_[f].add_all(step(f, pc));
    if (program_.thread_exit != model::kNone) changed |= thread_end_.add_all(runs_[program_.thread_exit]);
    return changed;
  }

  const model::Program& program_;
  const PointsTo& points_to_;
  const std::vector<std::vector<Effects>>& effects_;  // by ProcId and Pc
  const Patience patience_;
  std::vector<AccessSet> runs_;       // by ProcId: a call of it, from entry to return
  std::vector<AccessSet> frame_end_;  // by ProcId: stack objects that die with its frame
  AccessSet thread_end_;              // thread-local objects that die, and what Program::thread_exit does
};

}  // namespace

Footprints::Footprints(const model::Program& p, const PointsTo& points_to,
                       const std::vector<std::vector<Effects>>& effects, Patience patience) {
  Builder builder(p, points_to, effects, patience);
  AtomicSections atomic_sections(p, effects);
  std::vector<AccessSet> whole_lives;
  for (ProcId f = 0; f < p.procedures.size(); ++f) whole_lives.push_back(builder.whole_life(f));
  std::vector<std::vector<base::BitSet>> live = live_objects(p, effects, whole_lives, patience);
  for (ProcId f = 0; f < p.procedures.size(); ++f) {
    future_.emplace_back();
    live_.emplace_back();
    sections_.emplace_back();
    for (const AccessSet& ahead : builder.futures(f)) future_[f].push_back(sets_.intern(ahead));
    for (const base::BitSet& l : live[f]) live_[f].push_back(live_sets_.intern(l));
    for (Pc pc = 0; pc < p.procedures[f].code.size(); ++pc) {
      const Instr& i = p.procedures[f].code[pc];
      if (i.kind != InstrKind::Builtin || i.builtin != Builtin::AtomicBegin) continue;
      AccessSet inside;
      std::optional<std::vector<Pc>> extent = atomic_sections.extent(f, pc);
      if (extent)
        for (Pc q : *extent) inside.add_all(builder.step(f, q));
      sections_[f].push_back({pc, extent ? sets_.intern(inside) : future_[f][pc], !extent});
    }
  }
}

const Footprints::AtomicSection& Footprints::section_at(ProcId f, Pc pc) const {
  const std::vector<AtomicSection>& all = sections_[f];
  auto it = std::lower_bound(all.begin(), all.end(), pc, [](const AtomicSection& s, Pc at) { return s.begin < at; });
  HEDDLE_CHECK(it != all.end() && it->begin == pc) << "no atomic section opens at " << pc << " of procedure " << f;
  return *it;
}

}  // namespace heddle::analysis
