// SPDX-License-Identifier: GPL-3.0-or-later
// The evidence for termination: why each loop ends, and another engine's result that nothing undefined happens on the
// way.
#pragma once
#include <string>
#include <vector>

#include "trace/result.h"

namespace heddle::trace {

// Why a loop goes around finitely often each time it is entered; empty: nobody knows.
struct LoopEnd {
  std::string place, why;
};

// `nothing_undefined` is about the same program, with its error calls turned into ends: unreach-call is true of it only
// if nothing undefined or unmodelled can happen.
std::optional<Complete> by_ends_of_loops(const std::vector<LoopEnd>& all_loops, const Result& nothing_undefined);

}  // namespace heddle::trace
