// SPDX-License-Identifier: GPL-3.0-or-later
// Where claims can be written down: at calls of the library, and where functions begin.
#pragma once
#include <functional>
#include <vector>

#include "model/program.h"
#include "trace/claims.h"

namespace heddle::claims {

// In procedures of the user that `runs` names.
std::vector<trace::ClaimPlace> places(const model::Program& p, const std::function<bool(model::ProcId)>& runs,
                                      const std::function<bool(model::ProcId)>& main_runs);

}  // namespace heddle::claims
