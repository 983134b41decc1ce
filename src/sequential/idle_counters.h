// SPDX-License-Identifier: GPL-3.0-or-later
// Static variables that decide nothing: what is read from them is only used to compute what is stored to them, or
// printed. A counter of rounds is one. It may grow for ever; the threads do the same whatever it is, so an execution
// that comes back to the same state but for such variables can be repeated.
#pragma once
#include <set>

#include "analysis/analyses.h"

namespace heddle::sequential {

std::set<model::ObjectId> idle_counters(const analysis::Analyses& analyses);

}  // namespace heddle::sequential
