// SPDX-License-Identifier: GPL-3.0-or-later
// A loop in which numbers change from round to round, and nothing depends on them: it repeats for ever whatever they
// are. It is taken once with these numbers uninitialised; nobody may decide anything by them, and afterwards no others
// may be uninitialised. Stacks may grow in it: then the innermost frame, alone, must lead to the same frame again (the
// keyframe of Atig, Bouajjani, Emmi, Lal, CAV 2012).
#pragma once
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "semantics/machine.h"

namespace heddle::semantics {

// Takes the steps of the loop from this state; false: a step cannot be taken, or fails.
using TakeLoop = std::function<bool(State& s)>;

// The threads with more frames in `last` than in `first`.
std::vector<unsigned> deeper_threads(const Machine& machine, const State& first, const State& last);

// `first` and `last`: the states before and after the loop. The state before it in which all these numbers are
// uninitialised, and which the loop leads back to; nullopt: there is none. `apart_from`: static objects of which it is
// known otherwise that nothing depends on them.
std::optional<State> with_any_values(Machine& machine, const State& first, const State& last,
                                     const std::set<model::ObjectId>& apart_from, const TakeLoop& take);

}  // namespace heddle::semantics
