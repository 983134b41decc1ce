// SPDX-License-Identifier: GPL-3.0-or-later
// How many threads a program may start, by a look at its loops: it follows no calls through pointers and no recursion.
#pragma once
#include "model/program.h"

namespace heddle::analysis {

enum class ThreadStarts : uint8_t {
  Once,          // no place that starts threads is reached again by a loop
  InLoops,       // some is, in loops that count up to a constant
  WithoutBound,  // or in others; a loop that is misjudged costs time and nothing else
};
ThreadStarts thread_starts(const model::Program& p);

}  // namespace heddle::analysis
