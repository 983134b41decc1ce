// SPDX-License-Identifier: GPL-3.0-or-later
// Whether every endless way through a graph of nodes is fair to every thread (Metzler, Suri and Weissenbacher, SPIN
// 2019, Definitions 3 and 4).
#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace heddle::judge {

struct Graph {
  static constexpr unsigned kNobody = ~0u;
  std::vector<std::vector<std::pair<size_t, unsigned>>>
      next;  // of each node: where it leads, and who goes; nobody: a cover
  unsigned threads = 0;
};

struct Arc {
  size_t from = 0, to = 0;
  unsigned thread = Graph::kNobody;
};
// Of the ways of a ring, those that an execution which stays in the ring takes a finite number of times only, as far as
// somebody knows.
using Finite = std::function<std::vector<bool>(const std::vector<Arc>&)>;

// A node and a thread that can go on there, but is left out by a cycle through the node. Left out: no edge of the cycle
// is one of the thread; or, if whoever chooses is fair, the thread may be chosen at no node of the cycle. No execution
// stays in a cycle with a finite way for ever.
std::optional<std::pair<size_t, unsigned>> left_out(const Graph& g, bool chooser_is_fair,
                                                    const std::function<bool(size_t, unsigned)>& can_go,
                                                    const Finite& finite);

}  // namespace heddle::judge
