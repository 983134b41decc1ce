// SPDX-License-Identifier: GPL-3.0-or-later
// Every violation that an engine finds in a random program must come out of the real program too, each time.
#pragma once
#include "compare.h"
#include "workspace.h"

namespace heddle::fuzz {

// A statement for each violation: "true" if the real program did it, "unknown" if the script says why it cannot be led
// there. `flags` are those that the engine's program was compiled with.
std::vector<Statement> replay_each(const std::string& engine, const std::vector<trace::Violation>& violations,
                                   const std::string& source, const std::vector<std::string>& flags,
                                   const Workspace& w);

}  // namespace heddle::fuzz
