// SPDX-License-Identifier: GPL-3.0-or-later
// For each thread: without its edges (or without the nodes where it may be chosen), which nodes are part of a cycle?
// Those in a strongly connected part of more than one node (Kosaraju), or with an edge to themselves.
#include "judge/fair_cycles.h"

#include <algorithm>

namespace heddle::judge {

namespace {

using Edges = std::vector<std::vector<size_t>>;

// The nodes in the order in which a walk leaves them (Kosaraju's first pass).
std::vector<size_t> order(const Edges& next) {
  std::vector<size_t> done;
  std::vector<bool> seen(next.size(), false);
  for (size_t root = 0; root < next.size(); ++root) {
    if (seen[root]) continue;
    std::vector<std::pair<size_t, size_t>> path{{root, 0}};
    seen[root] = true;
    while (!path.empty()) {
      auto& [n, k] = path.back();
      if (k == next[n].size()) {
        done.push_back(n);
        path.pop_back();
        continue;
      }
      const size_t to = next[n][k++];
      if (!seen[to]) {
        seen[to] = true;
        path.push_back({to, 0});
      }
    }
  }
  return done;
}

// Is the node part of a cycle?
std::vector<bool> in_cycles(const Edges& next) {
  Edges back(next.size());
  for (size_t n = 0; n < next.size(); ++n)
    for (size_t to : next[n]) back[to].push_back(n);
  std::vector<bool> seen(next.size(), false), found(next.size(), false);
  std::vector<size_t> all = order(next);
  std::reverse(all.begin(), all.end());
  for (size_t root : all) {
    if (seen[root]) continue;
    std::vector<size_t> part{root};
    seen[root] = true;
    for (size_t k = 0; k < part.size(); ++k)
      for (size_t from : back[part[k]])
        if (!seen[from]) {
          seen[from] = true;
          part.push_back(from);
        }
    const bool itself = std::find(next[root].begin(), next[root].end(), root) != next[root].end();
    if (part.size() > 1 || itself)
      for (size_t n : part) found[n] = true;
  }
  return found;
}

}  // namespace

std::optional<std::pair<size_t, unsigned>> left_out(const Graph& g, bool chooser_is_fair,
                                                    const std::function<bool(size_t, unsigned)>& can_go) {
  for (unsigned t = 0; t < g.threads; ++t) {
    std::vector<bool> gone(g.next.size(), false);
    for (size_t n = 0; n < g.next.size(); ++n)
      gone[n] = chooser_is_fair &&
                std::any_of(g.next[n].begin(), g.next[n].end(), [&](const auto& e) { return e.second == t; });
    Edges without(g.next.size());
    for (size_t n = 0; n < g.next.size(); ++n)
      for (const auto& [to, by] : g.next[n])
        if (by != t && !gone[n] && !gone[to]) without[n].push_back(to);
    const std::vector<bool> in = in_cycles(without);
    for (size_t n = 0; n < in.size(); ++n)
      if (in[n] && can_go(n, t)) return std::pair(n, t);
  }
  return std::nullopt;
}

}  // namespace heddle::judge
