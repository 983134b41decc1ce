// SPDX-License-Identifier: GPL-3.0-or-later
// Relaxed atomics and races. The search sees interleavings and treats every atomic operation as ordering; a relaxed one
// orders nothing for other memory, so two accesses kept apart only by it race although they are never next to each
// other. That needs a thread to learn something through an object that relaxed operations touch. So the search watches
// for it: a read of such an object whose result is used, while threads other than the reader exist that have not been
// joined. If that never happens (statistics counters read after the join, say), no order rests on relaxed operations
// and "no race" stands. "Relaxed" is meant per direction: a write that does not release, a read that does not acquire
// and whose result is used. sem_getvalue is one as well: POSIX (4.12) does not list it among the functions that
// synchronise memory. Two that are harmless do not count: those that take a lock (analysis/lock_words.h), and failing
// exchanges whose thread just tries again.
//
// If that happens, or if the program makes attempts to lock that may fail (they synchronise with nobody either), the
// states do not tell who is ordered: the search for races is repeated with what happens before what as a part of them
// (happens_before.h).
#pragma once
#include "analysis/analyses.h"
#include "semantics/machine.h"

namespace heddle::explore {

class WeakOrder {
 public:
  explicit WeakOrder(const analysis::Analyses& analyses);
  struct Place {
    model::Position pos;
    std::string what;  // "the relaxed load of flag"
  };
  // Where thread t's next operation may carry order through an object of relaxed operations; nullopt: it does not.
  std::optional<Place> carried_by(const semantics::Machine& m, const semantics::State& s, unsigned t,
                                  const analysis::Footprints& footprints) const;
  bool possible() const { return possible_; }

 private:
  base::BitSet relaxed_;                        // abstract objects
  std::vector<std::vector<bool>> result_used_;  // by procedure and instruction
  bool possible_ = false;
};

}  // namespace heddle::explore
