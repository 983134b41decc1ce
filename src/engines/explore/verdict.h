// SPDX-License-Identifier: GPL-3.0-or-later
// From what the search saw to the result: `true` only after everything was seen and nothing was dropped.
#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engines/explore/search.h"
#include "options/options.h"
#include "trace/result.h"

namespace heddle::explore {

struct Outcome {
  std::vector<trace::Violation> violations, undefined;
  bool unconfirmed = false;  // something was found that could not be repeated
  std::string suspected;     // what it was: "no-data-race at pool.c:17"
  uint64_t left = 1;         // states that were not followed to their end
  // where a thread learns without being ordered; whether that makes a race is not known
  std::optional<WeakOrder::Place> unordered_past;
  std::optional<base::Exceeded> exceeded;
  uint64_t states = 0, transitions = 0, depth = 0, state_bytes = 0;
  unsigned threads = 0, searchers = 1;
  double search_seconds = 0;  // of processor time
  // The search relied on somebody's word that no others than these accesses race.
  std::optional<trace::Shown> no_other_races;
  bool any_numbers = false;  // more executions were searched than there are (Machine::forget_numbers)
};

trace::Result conclude(const model::Program& p, const options::Options& o, const Dropped& dropped,
                       const std::set<std::string>& unmodelled, Outcome&& out);

}  // namespace heddle::explore
