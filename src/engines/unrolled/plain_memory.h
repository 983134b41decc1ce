// SPDX-License-Identifier: GPL-3.0-or-later
// What these engines leave out of memory: addresses and handles of threads are names, not bytes, and what synchronises
// has a state beside its bytes. A program that may look at such bytes is searched for violations, but nothing is proven
// about it.
#pragma once
#include "analysis/points_to.h"

namespace heddle::unrolled {

// Why nothing can be proven, or an empty text.
const char* seen_as_bytes(const model::Program& p, const analysis::PointsTo& points_to);

}  // namespace heddle::unrolled
