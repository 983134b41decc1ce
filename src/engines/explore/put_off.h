// SPDX-License-Identifier: GPL-3.0-or-later
// Nobody is put off for ever. A persistent set leaves out the steps of some threads, to be taken later; around a cycle
// of such states "later" would never come (the ignoring problem: Valmari, "Stubborn sets for reduced state space
// generation", APN 1989). So from every state the search must be able to reach, by steps that it follows, a state in
// which it follows everybody.
//
// A state is settled when everybody was followed there, or when one of its successors is settled. Let w be an execution
// from a settled state s that shows something wrong. If a step of w belongs to the set chosen in s, it can come first,
// and what is left of w is shorter. Otherwise w can be executed after any step of the set, also after the one that
// leads to a settled state nearer to where everybody is followed; there, at the latest, w gets shorter. So what w shows
// is found. This asks for nothing about the order of the search, which several threads may share; the usual condition,
// no step back onto the stack of a depth-first search (Holzmann and Peled, "An improvement in formal verification",
// FORTE 1994), needs that order and follows everybody more often.
//
// Most states are settled when the search leaves them. Those that are not wait here. At the end each part of them that
// nothing leaves (a terminal strongly connected component) gets one state in which everybody is followed.
#pragma once
#include <cstddef>
#include <vector>

#include "engines/explore/visited.h"

namespace heddle::explore {

class PutOff {
 public:
  // The search has left this state; somebody was left out, and no successor was settled yet.
  void add(StateId state, std::vector<StateId> successors);
  void take(PutOff& other);  // everything that waits there
  // Marks as settled what leads to settled states, and forgets it.
  void settle(Visited& visited);
  // When all states were followed: those in which everybody must be followed now. None: nobody is put off for ever.
  std::vector<StateId> unfair(Visited& visited);
  size_t size() const { return waiting_.size(); }

 private:
  struct Waiting {
    StateId state;
    std::vector<StateId> successors;
  };
  std::vector<Waiting> waiting_;
};

}  // namespace heddle::explore
