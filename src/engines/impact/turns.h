// SPDX-License-Identifier: GPL-3.0-or-later
// Whose turn it is: of all orders of the threads' steps that lead to the same end, one is enough.
//
// A thread *goes alone* at a place if it can always make a step there, and nothing that the others can do while it
// stands still disturbs that step: such a set of one thread is persistent (Godefroid, "Partial-order methods for the
// verification of concurrent systems", 1996). What they do touches other variables, or can be swapped with what the
// thread does (swaps.h). At such a place only that thread is followed. Several threads may go
// alone; which one of them is taken is free, and decides how simple the facts are that hold on the way: threads that
// compute the same have equal variables if they take turns round by round, and none that a line could say if one of
// them runs ahead (Farzan, Klumpp and Podelski, "Sound sequentialization for concurrent program verification", PLDI
// 2022). So threads are put into *lanes*. The threads of a lane run one after the other. Lanes take turns: one round of
// a loop each.
//
// Why no violation is missed. Take an execution to a violation, from a state of a node on. If all threads are followed
// there, its first step is. If one thread goes alone and the execution has a step of it, then the first of these steps
// can be moved to the front: the rest is shorter. If the execution has no step of it, the thread's step is made first,
// and the execution is still possible behind it. That cannot go on for ever, because no cycle of nodes leaves out a
// thread that could go on in it: `Rounds` follows all threads at one node of such a cycle. Cycles do not matter for a
// violation that happens when all other threads have ended: until then, an execution to it has a step of every thread.
// So it is enough there that its steps can be moved to the front, and it may even have to wait where it stands.
// But it may come earlier than that in the order that is followed, if its thread goes alone there.
#pragma once
#include "engines/impact/places.h"
#include "engines/impact/swaps.h"

namespace heddle::impact {

using Lanes = std::vector<unsigned>;  // by the number of a thread

class Turns {
 public:
  Turns(z3::Context& context, Places& places);

  // Whom to follow at a place where this lane has the turn. `late`: only violations are looked for that happen when all
  // other threads have ended.
  std::vector<unsigned> followed(PlaceId p, unsigned lane, const Lanes& lanes, bool late);
  std::vector<unsigned> everybody(PlaceId p) const;
  // Who has the turn behind the edge.
  unsigned next(unsigned lane, const Edge& e, const Lanes& lanes) const;
  bool is_head(RestId r) const { return heads_.count(r) != 0; }  // a round of a loop begins there

 private:
  using Handles = std::map<std::pair<unsigned, Slot>, unsigned>;
  struct Future {  // what a thread can do
    std::set<const flow::Step*> steps;
    std::set<const flow::Fault*> faults;
    Footprint all;
  };
  bool goes_alone(PlaceId p, unsigned thread, bool late);
  bool has_joined(PlaceId p, unsigned thread);
  bool is_disturbed(RestId at, const Future& by, bool late);
  const Future& future(PlaceId p, unsigned thread, unsigned still);  // while the other one stands still
  const Future& everything_from(RestId r);
  void add(Future& to, const flow::Step& s);
  bool only_moved_by(unsigned thread, const Place& p, const Slot& word);
  bool can_act(const Place& p, unsigned thread, unsigned still, const std::vector<flow::HandleAct>& acts,
               Handles& handles);

  Places& places_;
  Swaps swaps_;
  std::set<RestId> heads_;  // of loops: where a round begins
  std::map<std::tuple<PlaceId, unsigned, bool>, bool> alone_;
  std::map<std::tuple<RestId, unsigned, unsigned, Handles>, Future> futures_;
  std::map<RestId, Future> from_;
};

}  // namespace heddle::impact
