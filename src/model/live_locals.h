// SPDX-License-Identifier: GPL-3.0-or-later
// Which locals of a procedure may still be read: the rest of a frame is not part of the state.
#pragma once
#include <vector>

#include "model/program.h"

namespace heddle::model {

// live[pc]: the locals, ascending, that may be read at or after pc before being assigned again.
std::vector<std::vector<LocalId>> live_locals(const Program& p, const Procedure& f);

}  // namespace heddle::model
