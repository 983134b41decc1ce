// SPDX-License-Identifier: GPL-3.0-or-later
// Judges a program in a child process, so that a crash or a hang is a finding like any other and the rest still runs.
#pragma once
#include <map>
#include <string>

#include "compare.h"
#include "workspace.h"

namespace heddle::fuzz {

struct Outcome {
  oracle::Report report;
  std::vector<Statement> statements;
  std::map<std::string, double> seconds;  // of the processor: front end, oracle, each contestant
  std::string refused;                    // the front end's message when it refuses the program

  std::vector<Statement> disagreements() const;  // the worst first
};

Outcome judge_isolated(const Workspace& workspace, const std::string& source, const std::vector<Contestant>& asked);

}  // namespace heddle::fuzz
