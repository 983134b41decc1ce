// SPDX-License-Identifier: GPL-3.0-or-later
#include "semantics/any_values.h"

#include <algorithm>

namespace heddle::semantics {

std::vector<unsigned> deeper_threads(const Machine& machine, const State& first, const State& last) {
  std::vector<unsigned> deeper;
  auto frames = [&](const State& s, unsigned t) {
    return machine.thread_part(s, t) ? machine.info(machine.thread_part(s, t)).stack.size() : 0;
  };
  for (unsigned t = 0; t < std::min(machine.threads(first), machine.threads(last)); ++t)
    if (frames(first, t) > 0 && frames(last, t) > frames(first, t)) deeper.push_back(t);
  return deeper;
}

std::optional<State> with_any_values(Machine& machine, const State& first, const State& last,
                                     const std::set<model::ObjectId>& apart_from, const TakeLoop& take) {
  constexpr unsigned kMostRounds = 6;  // each makes more numbers any: what was computed from those before
  const std::vector<unsigned> deeper = deeper_threads(machine, first, last);
  auto seen = [&](const State& s) { return deeper.empty() ? s : machine.innermost(s, deeper); };
  std::optional<State> start = machine.blurred(seen(first), seen(last), apart_from);
  for (unsigned round = 0; start && round < kMostRounds; ++round) {
    State s = *start;
    machine.blur(true);
    const bool taken = take(s);
    machine.blur(false);
    if (!taken) return std::nullopt;
    if (deeper.empty() && s == last)
      return std::nullopt;  // the loop begins a round too early: it then comes back exactly
    std::optional<State> wider = machine.blurred(*start, seen(s), apart_from);
    if (wider == start) return start;
    start = std::move(wider);
  }
  return std::nullopt;
}

}  // namespace heddle::semantics
