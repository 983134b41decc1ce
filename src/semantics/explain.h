// SPDX-License-Identifier: GPL-3.0-or-later
// From the moves of an execution to a violation people can read. The execution is stepped again by a fresh machine with
// concrete inputs, and the violation must show itself there; otherwise there is none (nullopt). A budget that is
// exceeded meanwhile costs steps in the middle of the trace and the script, never the confirmation.
#pragma once
#include <optional>
#include <set>
#include <vector>

#include "base/property.h"
#include "semantics/simulate.h"
#include "trace/result.h"

namespace heddle::semantics {

// The last move makes a thread fail: an assertion, or undefined behaviour of the given kind.
std::optional<trace::Violation> explain_fault(const MakeMachine& make, const std::vector<Move>& moves,
                                              const std::string& kind, const Explaining& how = {});
// After `moves`, these two threads can both take their next, conflicting accesses; the `last` moves take them, first
// the one that runs an atomic section, if any.
std::optional<trace::Violation> explain_race(const MakeMachine& make, const std::vector<Move>& moves, unsigned t,
                                             unsigned u, const std::vector<Move>& last, const Explaining& how = {});
// The last move makes an access that nothing orders after an earlier, conflicting one of another thread (race_check.h).
std::optional<trace::Violation> explain_unordered(const MakeMachine& make, const std::vector<Move>& moves,
                                                  const Explaining& how = {});
// After `moves`, these threads wait for ever: in a ring, or because no thread at all can step.
std::optional<trace::Violation> explain_deadlock(const MakeMachine& make, const std::vector<Move>& moves,
                                                 const std::vector<unsigned>& threads, const Explaining& how = {});
// The moves from index `loop` on lead back to the same state, can be repeated for ever, and are fair: `fairness` is
// "strong" or "weak".
// `apart_from`: static objects that may differ, because nothing depends on them.
std::optional<trace::Violation> explain_livelock(const MakeMachine& make, const std::vector<Move>& moves, size_t loop,
                                                 const std::string& fairness, const Explaining& how = {},
                                                 const std::set<model::ObjectId>& apart_from = {});

}  // namespace heddle::semantics
