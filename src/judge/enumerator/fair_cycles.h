// SPDX-License-Identifier: GPL-3.0-or-later
// Is there an infinite fair path in the state graph?
#pragma once
#include <cstdint>
#include <vector>

#include "base/budget.h"

namespace heddle::oracle {

struct OutOfBudget {
  base::Exceeded limit;
};

struct Edge {
  uint32_t to;
  uint8_t thread;
};

struct Graph {  // edges of spurious wake-ups are left out: they neither make progress nor enable
  std::vector<std::vector<Edge>> edges;
  std::vector<uint32_t> enabled;  // bit per thread that has a step here
  std::vector<bool> ended;        // some thread is parked here: no infinite execution goes through
};

// strong: a thread that is enabled again and again moves again and again. weak: a thread that stays enabled does.
// Throws OutOfBudget.
bool has_fair_cycle(const Graph& g, bool strong, base::Budget* budget = nullptr);

}  // namespace heddle::oracle
