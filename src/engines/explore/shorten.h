// SPDX-License-Identifier: GPL-3.0-or-later
// A shorter way to the same bug: breadth-first search for it, with a budget that follows what the bug cost to find.
#pragma once
#include <chrono>
#include <optional>
#include <vector>

#include "engines/explore/search.h"

namespace heddle::explore {

struct Shorter {
  std::vector<semantics::Move> moves;
  Finding finding;
};

std::optional<Shorter> shorten(const analysis::Analyses& analyses, const Finding& f, size_t length, size_t states_spent,
                               Follows follows, std::chrono::steady_clock::time_point deadline);

}  // namespace heddle::explore
