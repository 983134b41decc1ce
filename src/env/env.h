// SPDX-License-Identifier: GPL-3.0-or-later
// Env: what an engine gets. What it gives back is a trace::Result, with its statistics in it.
#pragma once
#include "analysis/analyses.h"
#include "base/budget.h"
#include "model/program.h"
#include "options/options.h"
#include "trace/news.h"

namespace heddle {

struct Env {
  const analysis::Analyses& analyses;  // of the program that is checked; computed when they are asked for
  const options::Options& options;
  base::Budget& budget;
  trace::Tell tell = {};                          // may be empty: then nobody listens before the end
  const trace::Suspicions* suspicions = nullptr;  // what somebody else has left to suspect of this program

  const model::Program& program() const { return analyses.program(); }
  // The same program and the same listener, for less time.
  Env within(base::Budget& less) const { return {analyses, options, less, tell, suspicions}; }
};

}  // namespace heddle
