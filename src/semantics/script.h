// SPDX-License-Identifier: GPL-3.0-or-later
// From a simulated execution to the script that leads the real program through it (trace/script.h).
//
// Orders: a move that other threads can notice has one order for all its visible acts. What a thread does between two
// visible instructions is not ordered. The end of the program by one thread, and failures other than the one that is
// wanted, are put off for ever: in the model the others went on all the same, because that step might have come later.
#pragma once
#include "semantics/simulate.h"
#include "trace/script.h"

namespace heddle::semantics {

// The acts of the moves before `end`, in order; a failure in the last of them is kept only if `fails`.
trace::Script write_script(const Simulation& sim, size_t end, bool fails);

// What comes last. Slots are those of the state after `end` moves.
void end_in_failure(trace::Script& script, const Simulation& sim);
void end_in_race(trace::Script& script, const Simulation& sim, size_t end, unsigned t, const Access& of_t, unsigned u,
                 const Access& of_u);
void end_in_deadlock(trace::Script& script, const Simulation& sim, const std::vector<unsigned>& slots);
void end_in_livelock(trace::Script& script, const Simulation& sim, size_t loop, size_t end);

}  // namespace heddle::semantics
