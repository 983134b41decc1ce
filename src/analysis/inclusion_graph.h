// SPDX-License-Identifier: GPL-3.0-or-later
// Inclusion constraints between sets of small integers, solved by propagating only what is new. Edges may be added
// while solving: a watcher of a node hears of each element that arrives there (perhaps more than once) and may draw
// edges because of it. That one mechanism is all that loads, stores and calls through pointers need. Two nodes that
// include each other have the same set and become one; escaped objects, which all include each other through the
// unknown, would otherwise cost a quadratic number of edges. Longer cycles are left alone.
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <unordered_set>
#include <vector>

#include "analysis/patience.h"
#include "base/bit_set.h"

namespace heddle::analysis {

class InclusionGraph {
 public:
  using Node = uint32_t;
  using Watcher = std::function<void(uint32_t element)>;

  Node add_node();
  void add_element(Node n, uint32_t element);
  void include(Node part, Node whole);  // whole ⊇ part
  void watch(Node n, Watcher w);
  void solve(Patience patience = {});  // to the least solution
  const base::BitSet& set(Node n) const { return nodes_[find(n)].known; }

 private:
  struct Data {
    Node merged_into;      // itself while it stands for itself
    base::BitSet known;    // told to watchers and supersets
    base::BitSet pending;  // not yet; disjoint from known
    bool queued = false;
    std::vector<Node> wholes;
    std::vector<Watcher> watchers;
  };
  Node find(Node n) const;
  void add_all(Node n, const base::BitSet& elements);
  void enqueue(Node n);
  void merge(Node kept, Node gone);

  // mutable: finding shortens paths; a deque: watchers add nodes while others are in use
  mutable std::deque<Data> nodes_;
  std::deque<Node> queue_;  // first in, first out: more arrives together
  std::unordered_set<uint64_t> edges_;
};

}  // namespace heddle::analysis
