// SPDX-License-Identifier: GPL-3.0-or-later
// What the analysis knows of global variables, for a witness: what they may ever be, and what they are while the locks
// are free that all writers hold.
#pragma once
#include "engines/invariants/walk.h"
#include "trace/claims.h"

namespace heddle::invariants {

// The walk has come to its end.
trace::Claims claims(const Walk& walk, const analysis::Analyses& analyses);

}  // namespace heddle::invariants
