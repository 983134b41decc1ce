// SPDX-License-Identifier: GPL-3.0-or-later
// A result that was edited, or damaged, may contradict itself: a race whose script ends in a failure, steps of a thread
// that is not there.
#pragma once
#include <string>

#include "trace/result.h"

namespace heddle::trace {

// What contradicts what, as one sentence without an end; empty: nothing does.
std::string contradiction(const Result& r);

}  // namespace heddle::trace
