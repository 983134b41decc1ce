// SPDX-License-Identifier: GPL-3.0-or-later
// From a program and what the user asked for to a Result: which engine runs, under which budget, and what everything
// around the engine adds to its answer.
#pragma once
#include <string>
#include <vector>

#include "analysis/analyses.h"
#include "base/budget.h"
#include "options/options.h"
#include "trace/result.h"

namespace heddle::driver {

// Options that were given although the chosen engine has no use for them, one sentence each.
std::vector<std::string> notes(const options::Options& options);

base::Budget::Limits limits(const options::Options& options);

// Names, flags and hashes of the inputs: what a later replay needs to be sure that it sees the same program.
trace::InputFiles describe_input(const options::Options& options);

struct Failure {
  std::string engine, what;
  bool defect;  // Heddle's mistake; otherwise somebody killed the engine's process
};

// Each engine runs in a process of its own. `program` is the hash of what was compiled, for nodes to compare. Throws
// InternalError if all that was asked failed and nothing is known.
trace::Result run(analysis::Analyses& analyses, const options::Options& options, const std::string& program,
                  base::Budget& budget, std::vector<Failure>& failed);

// What is known of the values of a program that was proven correct, for a witness.
trace::Claims claims(const analysis::Analyses& analyses, base::Budget& budget);

// The result of a run that ended before an engine had anything to say.
trace::Result gave_up(const options::Options& options, trace::Reason why, const std::string& how_far);

}  // namespace heddle::driver
