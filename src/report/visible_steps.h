// SPDX-License-Identifier: GPL-3.0-or-later
// Which steps of a trace a person gets to see: those that matter, and gaps for the rest.
#pragma once
#include <vector>

#include "trace/result.h"

namespace heddle::report {

struct Row {
  enum Kind { Step, Omitted, Rounds, NotWritten } kind = Step;
  size_t step = 0;     // index of the step, or of the first step of the gap, or of the first step behind it
  size_t entries = 1;  // of the trace's steps that the row stands for
  // Omitted: how many steps were taken there; Rounds: how often the steps `from` to `to` were taken once more
  uint64_t count = 0;
  bool culprit = false;  // one of the violation's locations
  size_t from = 0, to = 0;
};

// A gap never crosses the start of the lasso. A single step is never left out: the gap would be as long as the step.
// What comes after the last step that matters is left out without a gap. Rounds that the trace leaves out get a row of
// their own, if a step of the round before them is shown.
std::vector<Row> visible_steps(const trace::Violation& v, bool all);

}  // namespace heddle::report
