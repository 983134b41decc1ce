// SPDX-License-Identifier: GPL-3.0-or-later
// Every violation the engine finds in a random program must come out of the real program too, each time.
#pragma once
#include "compare.h"
#include "workspace.h"

namespace heddle::fuzz {

struct Replayed {
  unsigned violations = 0, cannot = 0;  // cannot: the script says why the real program cannot be led there
  std::vector<std::string> why_cannot;
  std::vector<Disagreement> disagreements;
};

// What lasso has found, by the program with -DWIDE if it has that.
Replayed replay_lassos(const std::string& source, bool wide, const std::vector<trace::Violation>& lassos,
                       const Workspace& w);
Replayed replay_all(const std::string& source, const Workspace& w);

}  // namespace heddle::fuzz
