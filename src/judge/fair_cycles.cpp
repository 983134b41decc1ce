// SPDX-License-Identifier: GPL-3.0-or-later
// For each thread: without its edges (or without the nodes where it may be chosen), which nodes are part of a cycle?
// Those in a strongly connected part of more than one node (Kosaraju), or with an edge to themselves. Of such a part,
// the finite ways are taken away, and what is left is looked at again, until there are none.
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

// Strongly connected parts with a cycle.
std::vector<std::vector<size_t>> rings(const Edges& next) {
  Edges back(next.size());
  for (size_t n = 0; n < next.size(); ++n)
    for (size_t to : next[n]) back[to].push_back(n);
  std::vector<bool> seen(next.size(), false);
  std::vector<std::vector<size_t>> found;
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
    if (part.size() > 1 || itself) found.push_back(std::move(part));
  }
  return found;
}

// Parts of these ways in which an execution may stay for ever, and that somebody minds.
std::vector<std::vector<size_t>> endless(std::vector<Arc> ways, size_t nodes, const Finite& finite,
                                         const std::function<bool(const std::vector<size_t>&)>& minds) {
  std::vector<std::vector<size_t>> out;
  std::vector<std::vector<Arc>> work{std::move(ways)};
  while (!work.empty()) {
    const std::vector<Arc> all = std::move(work.back());
    work.pop_back();
    Edges next(nodes);
    for (const Arc& w : all) next[w.from].push_back(w.to);
    for (std::vector<size_t>& part : rings(next)) {
      if (!minds(part)) continue;
      std::vector<bool> is_part(nodes, false);
      for (size_t n : part) is_part[n] = true;
      std::vector<Arc> inside, kept;
      for (const Arc& w : all)
        if (is_part[w.from] && is_part[w.to]) inside.push_back(w);
      const std::vector<bool> gone = finite(inside);
      for (size_t k = 0; k < inside.size(); ++k)
        if (!gone[k]) kept.push_back(inside[k]);
      if (kept.size() == inside.size())
        out.push_back(std::move(part));
      else
        work.push_back(std::move(kept));
    }
  }
  return out;
}

}  // namespace

std::optional<std::pair<size_t, unsigned>> left_out(const Graph& g, bool chooser_is_fair,
                                                    const std::function<bool(size_t, unsigned)>& can_go,
                                                    const Finite& finite) {
  for (unsigned t = 0; t < g.threads; ++t) {
    std::vector<bool> gone(g.next.size(), false);
    for (size_t n = 0; n < g.next.size(); ++n)
      gone[n] = chooser_is_fair &&
                std::any_of(g.next[n].begin(), g.next[n].end(), [&](const auto& e) { return e.second == t; });
    std::vector<Arc> without;
    for (size_t n = 0; n < g.next.size(); ++n)
      for (const auto& [to, by] : g.next[n])
        if (by != t && !gone[n] && !gone[to]) without.push_back({n, to, by});
    auto goes = [&](size_t n) { return can_go(n, t); };
    auto minds = [&](const std::vector<size_t>& part) { return std::any_of(part.begin(), part.end(), goes); };
    for (const std::vector<size_t>& part : endless(std::move(without), g.next.size(), finite, minds))
      return std::pair(*std::find_if(part.begin(), part.end(), goes), t);
  }
  return std::nullopt;
}

}  // namespace heddle::judge
