// SPDX-License-Identifier: GPL-3.0-or-later
// Judges a program in a child process, so that a crash or a hang is a finding like any other and the rest still runs.
#pragma once
#include <string>

#include "compare.h"
#include "workspace.h"

namespace heddle::fuzz {

struct Outcome {
  Judgement judgement;
  std::string refused;  // the front end's message when it refuses the program
};

Outcome judge_isolated(const Workspace& workspace, const std::string& source);

}  // namespace heddle::fuzz
