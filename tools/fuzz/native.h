// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the real program, with and without ThreadSanitizer: what it does must be possible according to the verdicts.
#pragma once
#include "compare.h"
#include "source_tree.h"
#include "workspace.h"

namespace heddle::fuzz {

// Programs with atomic sections are left out: nothing native does what they do.
std::vector<Statement> run_native(const Node& program, const oracle::Report& report, const Workspace& workspace);

}  // namespace heddle::fuzz
