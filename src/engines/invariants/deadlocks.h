// SPDX-License-Identifier: GPL-3.0-or-later
// No deadlock by the order in which locks are taken. Whoever waits in a ring holds what the one before waits for: a
// lock, or its own end. So there is an edge from everything that a thread holds, and from its end, to what it waits
// for, and a ring of waiting threads is a cycle of edges of different threads that run in parallel and have no lock in
// common (a gate). Locks of several objects that are made at one place, or of one array, are one node, if they cannot
// be told apart.
#pragma once
#include <utility>
#include <vector>

#include "engines/invariants/walk.h"

namespace heddle::invariants {

struct Rings {
  std::vector<std::vector<Wait>> some;  // no two of them at the same places
  bool all = false;                     // there are no others. Otherwise there were too many cycles to look at
};
Rings rings_of_waits(const std::set<Wait>& waits, const ThreadTable& threads, size_t most);

}  // namespace heddle::invariants
