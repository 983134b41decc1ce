// SPDX-License-Identifier: GPL-3.0-or-later
// From a path of the tree to an execution that the interpreter takes.
#pragma once
#include "engines/impact/search.h"
#include "semantics/repeat.h"

namespace heddle::impact {

semantics::Execution execution(const Places& places, const Tree& tree, const Found& found);

}  // namespace heddle::impact
