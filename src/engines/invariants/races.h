// SPDX-License-Identifier: GPL-3.0-or-later
// Which two accesses may race: threads that may run in parallel, memory that may be the same, one of them a write, one
// of them not atomic, and no lock that both hold.
#pragma once
#include <optional>
#include <vector>

#include "engines/invariants/walk.h"

namespace heddle::invariants {

struct SuspectPair {
  Access first, second;
};

struct SuspectPairs {
  std::vector<SuspectPair> some;  // pairs of instructions, each pair once, at most so many
  uint64_t looked_at = 0;         // pairs of accesses
  bool all = false;               // there are no others
};
SuspectPairs suspects(const std::set<Access>& accesses, const ThreadTable& threads, size_t most);

}  // namespace heddle::invariants
