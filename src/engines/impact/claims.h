// SPDX-License-Identifier: GPL-3.0-or-later
// What the nodes of a finished tree have in common, for a witness: always, and while a lock is free. A tree whose
// search has left out steps (the partial-order reduction) does not have all states, so nothing is said of it.
#pragma once
#include "analysis/analyses.h"
#include "engines/impact/tree.h"
#include "trace/claims.h"

namespace heddle::impact {

trace::Claims claims(const analysis::Analyses& analyses, const Places& places, const Tree& tree,
                     const std::vector<NodeId>& nodes);

}  // namespace heddle::impact
