// SPDX-License-Identifier: GPL-3.0-or-later
// Steps that need not be interleaved with anything. A thread t may go on alone if nothing that all the other threads
// could do before t moves again has to do with t's step.
//
// What the others could do is over-approximated anew in every state, without them taking a step: the code that they
// may still run (code_ahead.h) names static objects, and from those and from the pointers that they hold now one can
// follow all pointers in memory. Three kinds of threads do nothing before t moves: one that waits for a lock that t
// holds, wherever that lock is; one that joins t; and one that joins others first and then t. The code of the others
// ends at every lock that t holds. That holds only as long as nobody else touches the lock, which is looked at as
// well. A join itself is a use of a handle: it has to do with every step that uses one.
//
// Why no finding is lost. Say the plain search goes from state s by the steps w, of any threads, to a state in which
// something is wrong. If every thread is tried in s, the first step of w is among them. If t alone goes on in s:
// either w has a step of t, and t's first one in w could as well be the first of all, since the steps before it are of
// others and have nothing to do with it; w is now shorter. Or w has no step of t; then w is possible after t's step as
// well and leads to the same place for all other threads. A failure, undefined behaviour and a deadlock in which
// threads wait in a ring are about threads that do not move again, and are seen then, too. A race of t's own step with
// another one would have made t's step one that has to do with the others; a race of two others is still there. A
// state in which nobody can go on is reached itself: w has all steps then. The search lets threads go on alone only a
// limited number of times in a row and then tries every thread, so that w becomes shorter in the end. Endless
// executions get lost all the same: nothing is said about termination. (Overman, 1981; Godefroid, 1996, persistent
// sets.)
#pragma once
#include <optional>

#include "judge/enumerator/code_ahead.h"
#include "judge/enumerator/machine.h"

namespace heddle::oracle {

class LoneSteps {
 public:
  explicit LoneSteps(const Image& image);

  // The states after the step of one thread, if there is a thread that may go on alone. Adds the notes of the step.
  std::optional<std::vector<State>> take(const State& s, std::vector<Note>& notes) const;

 private:
  struct Other {  // a thread and what it does before anybody in `not_before` moves
    unsigned slot = 0;
    std::set<unsigned> not_before;                  // it joins them
    std::optional<unsigned> joins;                  // the first of them
    std::optional<std::pair<Lock, unsigned>> lock;  // that it needs to go on, and who has it
    std::optional<ObjId> asleep_on;                 // a condition: it may wake up, but not get the lock
    std::vector<Place> calls;
    std::optional<State> from;  // where it goes on, if not where it is now
  };
  struct Outcomes {
    std::vector<State> states;
    std::set<ObjId> looked, written;
    bool handles_threads = false, ends_threads = false;
    std::vector<Note> notes;
  };

  bool may_be_alone(const State& s, unsigned slot) const;
  std::vector<Other> others(const State& s) const;
  std::optional<Outcomes> outcomes(const State& s, unsigned slot) const;
  bool apart(const State& s, const std::vector<Other>& all, unsigned slot, const Outcomes& mine) const;
  std::set<ObjId> reach(const State& s, const std::vector<const Other*>& active, const Ahead& ahead) const;
  bool owns(const State& s, Lock lock, unsigned slot) const;

  const Image& image_;
  const CodeAhead code_;
};

}  // namespace heddle::oracle
