// SPDX-License-Identifier: GPL-3.0-or-later
// A stretch of an automaton: one thread goes alone, through branchings. Nobody else has anything to do in it, so nobody
// has to know which way the thread goes; the others wait until it is through. A decision for everybody costs a hop
// between processors, a stretch one hop for all its branchings. If it can be left to several states, the thread tells
// at the end to which it came.
#pragma once
#include <map>
#include <optional>
#include <vector>

#include "schedule/automaton.h"

namespace heddle::schedule {

struct Stretch {
  struct Step {
    Key key = 0;
    StateId next = 0;  // one of `places`, or of `exits`
  };
  unsigned thread = 0;
  std::map<StateId, std::vector<Step>> places;  // the events that the thread may come to from there
  std::vector<StateId> exits;
};

class Stretches {
 public:
  explicit Stretches(const Automaton& a) : a_(a) {}
  // The longest one that begins at the state; null: it would have no branching, and a section is better.
  const Stretch* from(StateId s);

 private:
  std::optional<std::vector<Stretch::Step>> steps(StateId s, unsigned thread) const;
  std::optional<Stretch> made(StateId s) const;

  const Automaton& a_;
  std::map<StateId, std::optional<Stretch>> known_;
};

}  // namespace heddle::schedule
