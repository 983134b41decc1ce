// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/inclusion_graph.h"

#include <utility>

namespace heddle::analysis {

using base::BitSet;

InclusionGraph::Node InclusionGraph::add_node() {
  Node n = static_cast<Node>(nodes_.size());
  nodes_.emplace_back();
  nodes_.back().merged_into = n;
  return n;
}

InclusionGraph::Node InclusionGraph::find(Node n) const {
  while (nodes_[n].merged_into != n) n = nodes_[n].merged_into = nodes_[nodes_[n].merged_into].merged_into;
  return n;
}

void InclusionGraph::enqueue(Node n) {
  if (std::exchange(nodes_[n].queued, true)) return;
  queue_.push_back(n);
}

void InclusionGraph::add_all(Node n, const BitSet& elements) {
  Data& d = nodes_[n];
  BitSet fresh = elements;
  fresh.remove_all(d.known);
  if (d.pending.add_all(fresh)) enqueue(n);
}

void InclusionGraph::add_element(Node n, uint32_t element) {
  BitSet one;
  one.add(element);
  add_all(find(n), one);
}

void InclusionGraph::include(Node part, Node whole) {
  part = find(part);
  whole = find(whole);
  if (part == whole || !edges_.insert(uint64_t{part} << 32 | whole).second) return;
  if (edges_.contains(uint64_t{whole} << 32 | part)) return merge(part, whole);
  nodes_[part].wholes.push_back(whole);
  add_all(whole, nodes_[part].known);
}

// Both sides' watchers and supersets have heard only of what both knew: the rest is told again.
void InclusionGraph::merge(Node kept, Node gone) {
  Data& k = nodes_[kept];
  Data& g = nodes_[gone];
  BitSet all = k.known;
  for (const BitSet* s : {&k.pending, &g.known, &g.pending}) all.add_all(*s);
  BitSet only_one = k.known;
  only_one.remove_all(g.known);
  k.known.remove_all(only_one);
  all.remove_all(k.known);
  k.pending = std::move(all);
  k.wholes.insert(k.wholes.end(), g.wholes.begin(), g.wholes.end());
  k.watchers.insert(k.watchers.end(), g.watchers.begin(), g.watchers.end());
  for (Node whole : g.wholes) edges_.insert(uint64_t{kept} << 32 | find(whole));
  g = {};
  g.merged_into = kept;
  enqueue(kept);
}

void InclusionGraph::watch(Node n, Watcher w) {
  n = find(n);
  BitSet known = nodes_[n].known;
  nodes_[n].watchers.push_back(w);
  known.each([&](size_t element) { w(static_cast<uint32_t>(element)); });
}

void InclusionGraph::solve(Patience patience) {
  while (!queue_.empty()) {
    patience.ask();
    Node n = queue_.front();
    queue_.pop_front();
    Data& d = nodes_[n];
    if (!d.queued || d.merged_into != n) continue;
    d.queued = false;
    BitSet fresh;
    std::swap(fresh, d.pending);
    d.known.add_all(fresh);
    // Copies: both lists may grow underneath; whoever is added meanwhile has seen `known` with the fresh elements.
    std::vector<Node> wholes = d.wholes;
    std::vector<Watcher> watchers = d.watchers;
    for (Node whole : wholes)
      if (Node w = find(whole); w != n) add_all(w, fresh);
    for (const Watcher& w : watchers) fresh.each([&](size_t element) { w(static_cast<uint32_t>(element)); });
  }
}

}  // namespace heddle::analysis
