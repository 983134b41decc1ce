// SPDX-License-Identifier: GPL-3.0-or-later
// Which steps of a trace a reader needs: a backward walk from the violation over what its threads read and who wrote it.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "trace/result.h"

namespace heddle::semantics {

// Sets Step::matters. `threads`: involved in the violation; `objects`: involved by name. A heuristic for display only: the
// trace itself stays whole.
void mark_relevant(trace::Violation& v, const std::vector<int>& threads, const std::set<std::string>& objects);

}  // namespace heddle::semantics
