// SPDX-License-Identifier: GPL-3.0-or-later
// No deadlock by the order in which locks are taken. Whoever waits in a ring holds what the one before waits for: a
// lock, or its own end. So there is an edge from everything that a thread holds, and from its end, to what it waits
// for, and a ring of waiting threads is a cycle of edges of different threads that run in parallel and have no lock in
// common (a gate). Locks of several objects that are made at one place, or of one array, are one node, if they cannot
// be told apart.
#pragma once
#include <optional>
#include <utility>

#include "engines/invariants/walk.h"

namespace heddle::invariants {

struct Ring {
  std::vector<Wait> waits;
  bool too_many = false;  // cycles to look at: there may be one
};
std::optional<Ring> ring_of_waits(const std::set<Wait>& waits, const ThreadTable& threads);

}  // namespace heddle::invariants
