// SPDX-License-Identifier: GPL-3.0-or-later
// Is this a violation of this program at all? Its places must be there.
#pragma once
#include "model/program.h"
#include "trace/result.h"

namespace heddle::replay {

// Throws InputError when the violation names files or events that the program does not have.
void check_fits(const trace::Violation& violation, const model::Program& program);

}  // namespace heddle::replay
