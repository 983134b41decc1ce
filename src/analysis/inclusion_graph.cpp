// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/inclusion_graph.h"

namespace heddle::analysis {

InclusionGraph::Node InclusionGraph::add_node() {
  nodes_.emplace_back();
  return static_cast<Node>(nodes_.size() - 1);
}

void InclusionGraph::add_all(Node n, const base::BitSet& elements) {
  Data& d = nodes_[n];
  base::BitSet fresh = elements;
  fresh.remove_all(d.known);
  if (!d.pending.add_all(fresh) || d.queued) return;
  d.queued = true;
  queue_.push_back(n);
}

void InclusionGraph::add_element(Node n, uint32_t element) {
  base::BitSet one;
  one.add(element);
  add_all(n, one);
}

void InclusionGraph::include(Node part, Node whole) {
  if (part == whole || !edges_.insert(uint64_t{part} << 32 | whole).second) return;
  nodes_[part].wholes.push_back(whole);
  add_all(whole, nodes_[part].known);
}

void InclusionGraph::watch(Node n, Watcher w) {
  base::BitSet known = nodes_[n].known;
  nodes_[n].watchers.push_back(w);
  known.each([&](size_t element) { w(static_cast<uint32_t>(element)); });
}

void InclusionGraph::solve() {
  while (!queue_.empty()) {
    Node n = queue_.back();
    queue_.pop_back();
    Data& d = nodes_[n];
    d.queued = false;
    base::BitSet fresh;
    std::swap(fresh, d.pending);
    d.known.add_all(fresh);
    // Copies: both lists may grow underneath; whoever is added meanwhile has seen `known` with the fresh elements.
    std::vector<Node> wholes = d.wholes;
    std::vector<Watcher> watchers = d.watchers;
    for (Node whole : wholes) add_all(whole, fresh);
    for (const Watcher& w : watchers) fresh.each([&](size_t element) { w(static_cast<uint32_t>(element)); });
  }
}

}  // namespace heddle::analysis
