// SPDX-License-Identifier: GPL-3.0-or-later
// From the inputs with which the sequential program fails to the execution of the threads: round after round, thread
// after thread, as the interpreter takes the steps.
#pragma once
#include <optional>

#include "analysis/analyses.h"
#include "base/budget.h"
#include "sequential/sequentialize.h"
#include "trace/result.h"

namespace heddle::lasso {

// Nothing, if the interpreter does not come back to the state where the loop begins, or the loop is not fair.
std::optional<trace::Violation> take_back(const analysis::Analyses& threads, const sequential::Sequential& sequential,
                                          const std::vector<trace::Input>& inputs, base::Budget& budget);

// How many threads the program has at once, main included, when its threads take turns; a guess.
unsigned threads_seen(const analysis::Analyses& analyses, base::Budget& budget);

}  // namespace heddle::lasso
