// SPDX-License-Identifier: GPL-3.0-or-later
// Fewer steps to the same violation: what can be left out without losing it is left out, first whole threads, then
// smaller and smaller parts (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", TSE 2002).
// Steps that cannot be taken any more are left out with them.
#pragma once
#include <chrono>

#include "engines/walk/walker.h"

namespace heddle::walk {

void shorten(Walker& walker, Finding& finding, std::chrono::milliseconds most);

}  // namespace heddle::walk
