// SPDX-License-Identifier: GPL-3.0-or-later
#include "judge/refutation/lasting_order.h"

#include <algorithm>

namespace heddle::judge {

bool LastingOrder::begin(uint32_t nodes, const std::vector<Edge>& edges) {
  next_.assign(nodes, {});
  for (const Edge& e : edges) next_[e.first].push_back(e.second);
  if (!sort(edges)) return false;
  line_.assign(nodes, 0);
  position_.assign(nodes, 0);
  std::vector<uint32_t> ends;  // of the lines
  std::vector<std::vector<uint32_t>> previous(nodes);
  for (const Edge& e : edges) previous[e.second].push_back(e.first);
  for (uint32_t node : sorted_) {
    auto before =
        std::find_if(previous[node].begin(), previous[node].end(), [&](uint32_t p) { return ends[line_[p]] == p; });
    if (before == previous[node].end()) {
      line_[node] = static_cast<uint32_t>(ends.size());
      ends.push_back(node);
    } else {
      line_[node] = line_[*before];
      position_[node] = position_[*before] + 1;
      ends[line_[node]] = node;
    }
  }
  last_.assign(nodes, std::vector<int32_t>(ends.size(), -1));
  for (uint32_t node : sorted_) {
    last_[node][line_[node]] = position_[node];
    for (uint32_t p : previous[node])
      for (size_t k = 0; k < ends.size(); ++k) last_[node][k] = std::max(last_[node][k], last_[p][k]);
  }
  return true;
}

bool LastingOrder::sort(const std::vector<Edge>& edges) {
  std::vector<uint32_t> missing(next_.size());
  for (const Edge& e : edges) ++missing[e.second];
  sorted_.clear();
  for (uint32_t n = 0; n < next_.size(); ++n)
    if (missing[n] == 0) sorted_.push_back(n);
  for (size_t at = 0; at < sorted_.size(); ++at)
    for (uint32_t n : next_[sorted_[at]])
      if (--missing[n] == 0) sorted_.push_back(n);
  return sorted_.size() == next_.size();
}

bool LastingOrder::add(Edge edge) {
  if (reaches(edge.second, edge.first)) return false;
  next_[edge.first].push_back(edge.second);
  std::vector<Edge> todo{edge};
  while (!todo.empty()) {
    auto [from, to] = todo.back();
    todo.pop_back();
    bool more = false;
    for (size_t k = 0; k < last_[to].size(); ++k)
      if (last_[from][k] > last_[to][k]) last_[to][k] = last_[from][k], more = true;
    for (size_t k = 0; more && k < next_[to].size(); ++k) todo.emplace_back(to, next_[to][k]);
  }
  return true;
}

}  // namespace heddle::judge
