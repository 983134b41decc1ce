// SPDX-License-Identifier: GPL-3.0-or-later
// Which steps of a trace a reader needs. For a failed assertion: a backward walk over what its threads read and who
// wrote it, the latest such steps. For a bad use of memory: also what became of the object. For a race or a deadlock:
// the accesses to the objects in question, and where the involved threads came from; what they computed on the way does
// not matter.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "trace/result.h"

namespace heddle::semantics {

// Set Step::matters. `threads`: involved in the violation; `objects`: involved by name. Heuristics for display only:
// the trace itself stays whole. A step that does not matter before (one about the state of a library model) never does.
void mark_causes(trace::Violation& v, const std::vector<int>& threads, std::set<std::string> objects = {});
void mark_accesses(trace::Violation& v, const std::vector<int>& threads, const std::set<std::string>& objects);

}  // namespace heddle::semantics
