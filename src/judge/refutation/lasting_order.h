// SPDX-License-Identifier: GPL-3.0-or-later
// Which nodes come before which for good. Nodes are sorted into lines, each of which is ordered from its first to its
// last node; of every node and every line it is known which node of that line is the last one before it. Edges are
// only added.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

namespace heddle::judge {

class LastingOrder {
 public:
  using Edge = std::pair<uint32_t, uint32_t>;
  // The lines are made from these edges. False: they form a cycle, and nothing else may be asked.
  bool begin(uint32_t nodes, const std::vector<Edge>& edges);
  bool add(Edge edge);                            // false: it closes a cycle
  bool reaches(uint32_t from, uint32_t to) const  // from is to, or comes before it
  {
    return last_[to][line_[from]] >= position_[from];
  }

 private:
  bool sort(const std::vector<Edge>& edges);

  std::vector<std::vector<uint32_t>> next_;
  std::vector<uint32_t> sorted_, line_;
  std::vector<int32_t> position_;
  std::vector<std::vector<int32_t>> last_;  // [node][line]: a position, or -1
};

}  // namespace heddle::judge
