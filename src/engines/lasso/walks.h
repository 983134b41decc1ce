// SPDX-License-Identifier: GPL-3.0-or-later
// Executions that are tried before formulas are made: the interpreter takes steps, the threads in turns or at random,
// and a state that comes back closes a loop. Objects have no addresses in the interpreter's states, only an order in
// which they are found, so a loop may make new blocks and forget old ones and still come back.
#pragma once
#include <optional>
#include <set>

#include "analysis/analyses.h"
#include "base/budget.h"
#include "trace/result.h"

namespace heddle::lasso {

struct Walked {
  std::optional<trace::Violation> livelock;  // confirmed, as every other one
  unsigned walks = 0;
  unsigned stem_rounds = 0, loop_rounds = 0;  // of the livelock, when the threads take turns in their order
};

// `left_out`: variables that decide nothing (sequential/idle_counters.h).
Walked walk(const analysis::Analyses& analyses, bool strong, const std::set<model::ObjectId>& left_out,
            base::Budget& budget);

}  // namespace heddle::lasso
