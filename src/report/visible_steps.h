// SPDX-License-Identifier: GPL-3.0-or-later
// Which steps of a trace a person gets to see: those that matter, and gaps for the rest.
#pragma once
#include <vector>

#include "trace/result.h"

namespace heddle::report {

struct Row {
  size_t step = 0;       // index of the step, or of the first step of the gap
  size_t omitted = 0;    // 0: a step; else the length of the gap
  bool culprit = false;  // one of the violation's locations
};

// A gap never crosses the start of the lasso. A single step is never left out: the gap would be as long as the step. What
// comes after the last step that matters is left out without a gap.
std::vector<Row> visible_steps(const trace::Violation& v, bool all);

}  // namespace heddle::report
