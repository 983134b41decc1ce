// SPDX-License-Identifier: GPL-3.0-or-later
// Happens-before along one execution, with vector clocks (Mattern 1989; for races: Flanagan and Freund, "FastTrack",
// PLDI 2009). It shares nothing with the part of explore's states that finds such races but the list of what happened
// (happenings.h), so that the one checks the other.
//
// Where atomic accesses of different sizes meet, every one of them is taken to order. That is more order than C
// promises, so a race found here is one.
#pragma once
#include <optional>
#include <string>

#include "semantics/simulate.h"

namespace heddle::semantics {

struct HappeningAt {
  size_t move = 0, index = 0;
  unsigned thread = 0;  // as the trace numbers them
  bool operator==(const HappeningAt& o) const { return move == o.move && index == o.index; }
};

struct UnorderedAccesses {
  HappeningAt first, second;
  // How the second thread learnt of the first access all the same: a write, and a look at it that does not order;
  // absent if it never learnt.
  struct Link {
    HappeningAt write, read;
  };
  std::optional<Link> link;
};

// Is an access of the last move unordered with an earlier one that it conflicts with?
std::optional<UnorderedAccesses> unordered_accesses(const Simulation& sim);

}  // namespace heddle::semantics
