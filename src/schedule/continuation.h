// SPDX-License-Identifier: GPL-3.0-or-later
// A program follows one schedule, and is to go on with another one. Where is it then? What counts is what has happened:
// the program is where the other schedule is after the same events. So both are walked through side by side, and each
// state of the first has all spots of the second where the program may be. Where the second one does not have what the
// first one lets happen, nobody knows, and the program cannot change over there.
#pragma once
#include <set>
#include <utility>
#include <vector>

#include "schedule/automaton.h"
#include "schedule/tree.h"

namespace heddle::schedule {

struct Whereabouts {
  bool unknown = false;  // perhaps at a place that the tree does not have
  std::set<Spot> spots;  // empty, and not unknown: the tree shows that the program never comes there
};

// For each state of the automaton. `entered`: states at which programs come into it that have followed another one
// before, with where they are then.
std::vector<Whereabouts> whereabouts(const Automaton& walked, const Tree& tree,
                                     const std::vector<std::pair<StateId, Whereabouts>>& entered);

}  // namespace heddle::schedule
