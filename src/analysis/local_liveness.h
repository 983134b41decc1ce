// SPDX-License-Identifier: GPL-3.0-or-later
// Which locals of a procedure may still be read: the rest of a frame is not part of the state.
#pragma once
#include <vector>

#include "model/program.h"

namespace heddle::analysis {

// live[pc]: the locals, ascending, that may be read at or after pc before being assigned again.
std::vector<std::vector<model::LocalId>> live_locals(const model::Program& p, const model::Procedure& f);

}  // namespace heddle::analysis
