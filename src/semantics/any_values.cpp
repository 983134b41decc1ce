// SPDX-License-Identifier: GPL-3.0-or-later
#include "semantics/any_values.h"

namespace heddle::semantics {

std::optional<State> with_any_values(Machine& machine, const State& first, const State& last,
                                     const std::set<model::ObjectId>& apart_from, const TakeLoop& take) {
  constexpr unsigned kMostRounds = 6;  // each makes more numbers any: what was computed from those before
  std::optional<State> start = machine.blurred(first, last, apart_from);
  for (unsigned round = 0; start && round < kMostRounds; ++round) {
    State s = *start;
    machine.blur(true);
    const bool taken = take(s);
    machine.blur(false);
    if (!taken) return std::nullopt;
    std::optional<State> wider = machine.blurred(*start, s, apart_from);
    if (wider == start) return start;
    start = std::move(wider);
  }
  return std::nullopt;
}

}  // namespace heddle::semantics
