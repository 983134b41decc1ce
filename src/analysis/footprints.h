// SPDX-License-Identifier: GPL-3.0-or-later
// What a thread may still touch. Flow-sensitive per program point, field-insensitive per object, over *abstract
// objects*: every static object and every allocation site is one. Built on the points-to sets of analysis/points_to.h.
//
//   future(f, pc)  all abstract objects that executing from pc until f returns may read or write: callees, and the
//   whole
//                  life of threads created on the way, included. Synchronisation operations write their object. The end
//                  of the frame or thread counts as a write of the stack and thread-local objects that die with it, if
//                  other threads may know them; what Program::thread_exit does belongs to every future.
//   section(f, pc) the same for the atomic section that opens at pc (an AtomicBegin), up to every matching AtomicEnd.
//                  When section_is_open(f, pc) its end is not in f: it may touch anything, the set is only a lower
//                  bound.
//   live(f, pc)    static objects whose present content may be read before it is overwritten as a whole, from pc until
//   f
//                  returns (callees and created threads included). Thread-local and constant objects are not in it.
//                  Whoever asks what is *reachable* at the end (leaks) must not erase by it.
// A thread's sets are the unions over its frames, each taken at the instruction it executes next (callers: after the
// call). Constant objects appear in no set. All sets over-approximate.
#pragma once
#include <vector>

#include "analysis/access_set.h"
#include "analysis/instruction_effects.h"
#include "analysis/patience.h"
#include "analysis/set_pool.h"
#include "base/bit_set.h"
#include "model/program.h"

namespace heddle::analysis {

class Footprints {
 public:
  // effects[f][pc] of every instruction.
  Footprints(const model::Program& p, const PointsTo& points_to, const std::vector<std::vector<Effects>>& effects,
             Patience patience = {});
  const AccessSet& future(model::ProcId f, model::Pc pc) const { return sets_[future_[f][pc]]; }
  const AccessSet& section(model::ProcId f, model::Pc pc) const { return sets_[section_at(f, pc).set]; }
  bool section_is_open(model::ProcId f, model::Pc pc) const { return section_at(f, pc).open; }
  const base::BitSet& live(model::ProcId f, model::Pc pc) const { return live_sets_[live_[f][pc]]; }

 private:
  struct AtomicSection {
    model::Pc begin;
    uint32_t set;  // into sets_
    bool open;
  };
  const AtomicSection& section_at(model::ProcId f, model::Pc pc) const;

  SetPool<AccessSet> sets_;
  SetPool<base::BitSet> live_sets_;
  std::vector<std::vector<uint32_t>> future_;         // by ProcId and Pc, into sets_
  std::vector<std::vector<uint32_t>> live_;           // into live_sets_
  std::vector<std::vector<AtomicSection>> sections_;  // by ProcId, ascending by begin
};

}  // namespace heddle::analysis
