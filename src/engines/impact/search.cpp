// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/impact/search.h"

#include <algorithm>

namespace heddle::impact {

namespace {
constexpr size_t kMostTries = 6;  // older nodes that may be made to cover one
}

bool can_be_skipped(const Places& places, const Tree& tree, NodeId n, unsigned thread) {
  const Node& node = tree.node(n);
  if (!node.edge || node.edge->thread <= thread || node.edge->step->jumps_back) return false;
  const std::vector<unsigned>& begun = node.edge->begun;
  if (std::find(begun.begin(), begun.end(), thread) != begun.end()) return false;  // it has just begun
  const RestId rest = places.at(node.place).threads[thread].at;
  return !places.footprint(*node.edge->step).disturbs(places.footprint(rest));
}

bool Search::is_skipped(NodeId n, unsigned thread) const {
  if (auto it = wanted_.find(n); it != wanted_.end() && it->second.count(thread)) return false;
  return can_be_skipped(places_, tree_, n, thread);
}

bool Search::is_alive(NodeId n) const { return !tree_.has_covered_ancestor(n); }

bool Search::close(NodeId n) {
  const PlaceId place = tree_.node(n).place;
  const std::vector<NodeId> older = tree_.at(place);
  const size_t threads = places_.at(place).threads.size();
  size_t tries = 0;
  for (bool force : {false, true})
    for (size_t k = older.size(); k-- > 0;) {
      NodeId w = older[k];
      if (w >= n || !is_alive(w)) continue;
      if (force && ++tries > kMostTries) break;
      if (!tree_.covers(w, n, force)) continue;
      tree_.cover(n, w);
      for (unsigned t = 0; t < threads; ++t)
        if (!places_.is_last(place, t) && is_skipped(w, t) && !is_skipped(n, t)) {
          wanted_[w].insert(t);
          if (done_.count(w)) expand(w, t);
        }
      return true;
    }
  return false;
}

std::optional<Found> Search::look_at(NodeId n) {
  for (const Trouble& t : places_.troubles(tree_.node(n).place))
    if (matters_(t))
      if (std::optional<Feasible> how = tree_.exclude(n, t.when, t.seen)) return Found{t, std::move(*how), n};
  return std::nullopt;
}

void Search::expand(NodeId n, unsigned thread) {
  if (tree_.node(n).expanded.count(thread)) return;
  tree_.mark_expanded(n, thread);
  for (const Edge& e : places_.edges(tree_.node(n).place, thread)) {
    if (tree_.implies(n, !e.guard)) continue;
    work_.push_back(tree_.grow(n, e));
  }
}

void Search::expand_all(NodeId n) {
  const PlaceId place = tree_.node(n).place;
  for (unsigned t = static_cast<unsigned>(places_.at(place).threads.size()); t-- > 0;)
    if (!places_.is_last(place, t) && !is_skipped(n, t)) expand(n, t);
}

std::optional<Found> Search::run() {
  work_ = {Tree::kRoot};
  while (!work_.empty()) {
    NodeId n = work_.back();
    work_.pop_back();
    tick_();
    if (done_.count(n) || !is_alive(n)) continue;
    if (!close(n)) {
      if (std::optional<Found> found = look_at(n)) return found;
      expand_all(n);
      done_.insert(n);
    }
    for (NodeId u : tree_.take_uncovered()) work_.push_back(u);
  }
  return std::nullopt;
}

std::vector<NodeId> Search::nodes() const {
  std::vector<NodeId> all;
  for (NodeId n = 0; n < tree_.size(); ++n)
    if (n == Tree::kRoot || is_alive(tree_.node(n).parent)) all.push_back(n);
  return all;
}

LastLook Search::look_once_more() {
  LastLook look = tree_.look_once_more([&](NodeId n) { return n == Tree::kRoot || is_alive(tree_.node(n).parent); });
  for (NodeId n = 0; n < tree_.size() && look.holds(); ++n)
    if (is_alive(n) && !stands(n)) look.broken = trace::Answer::Unknown;
  return look;
}

// No trouble, no edge that is missing, and covers only where what is skipped there is skipped here.
bool Search::stands(NodeId n) {
  const Node& node = tree_.node(n);
  for (const Trouble& t : places_.troubles(node.place))
    if (matters_(t) && !tree_.implies(n, !t.when)) return false;
  for (unsigned t = 0; t < places_.at(node.place).threads.size(); ++t) {
    if (places_.is_last(node.place, t) || is_skipped(n, t)) continue;
    for (const Edge& e : places_.edges(node.place, t)) {
      bool followed =
          std::any_of(node.children.begin(), node.children.end(), [&](NodeId c) { return tree_.node(c).edge == &e; });
      if (!followed && !tree_.implies(n, !e.guard)) return false;
    }
  }
  for (NodeId c : node.covers) {
    if (c < n || !is_alive(tree_.node(c).parent)) return false;
    for (unsigned t = 0; t < places_.at(node.place).threads.size(); ++t)
      if (!places_.is_last(node.place, t) && is_skipped(n, t) && !is_skipped(c, t)) return false;
  }
  return true;
}

}  // namespace heddle::impact
