// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the theory that happens between searches: new nodes are put into chains, fixed edges into the clocks,
// watched pairs into lists. A chain is extended only at its tail, which is best when nodes are placed in an order that
// fits the fixed edges; prepare() places all of them anew for that reason. The number of chains is not the least
// possible: a greedy choice gives one chain a thread, which is what counts.
#include <algorithm>
#include <tuple>

#include "base/check.h"
#include "smt/order_theory.h"

namespace heddle::smt {

Node OrderTheory::new_node() {
  points_.emplace_back();
  moved_ = true;
  return static_cast<Node>(points_.size() - 1);
}

void OrderTheory::fix(Node a, Node b) {
  HEDDLE_CHECK(a < points_.size() && b < points_.size()) << "fixed edge " << a << " to " << b << " of unknown nodes";
  HEDDLE_CHECK(levels_.empty()) << "fixed edges come between searches";
  fixed_.emplace_back(a, b);
  pending_.emplace_back(a, b);
  moved_ = true;
}

bool OrderTheory::settle() {
  if (settled_ == points_.size() && pending_.empty()) return !cyclic_;
  Node first = static_cast<Node>(settled_);
  std::vector<std::vector<Node>> before(points_.size() - first);
  for (auto [a, b] : pending_)
    if (b >= first) before[b - first].push_back(a);
  for (auto& clock : clocks_) clock.resize(points_.size());
  for (Node b : new_nodes_sorted()) place(b, before[b - first]);
  settled_ = points_.size();
  for (auto [a, b] : pending_) cyclic_ |= !insert(a, b, kTrue);
  pending_.clear();
  return !cyclic_;
}

// The nodes without a chain, in an order that fits the pending edges; what is on a cycle comes last.
std::vector<Node> OrderTheory::new_nodes_sorted() const {
  Node first = static_cast<Node>(settled_);
  size_t count = points_.size() - first;
  std::vector<std::vector<Node>> after(count);
  std::vector<uint32_t> missing(count);
  for (auto [a, b] : pending_)
    if (a >= first && b >= first) {
      after[a - first].push_back(b);
      ++missing[b - first];
    }
  std::vector<Node> sorted;
  std::vector<bool> done(count);
  std::vector<Node> ready;
  for (Node n = static_cast<Node>(points_.size()); n-- > first;)
    if (missing[n - first] == 0) ready.push_back(n);
  while (!ready.empty()) {
    Node n = ready.back();
    ready.pop_back();
    sorted.push_back(n);
    done[n - first] = true;
    for (Node m : after[n - first])
      if (--missing[m - first] == 0) ready.push_back(m);
  }
  for (Node n = first; n < points_.size(); ++n)
    if (!done[n - first]) sorted.push_back(n);
  return sorted;
}

// Appends b to the chain that ends in one of the nodes before it, or begins a new one.
void OrderTheory::place(Node b, const std::vector<Node>& before_b) {
  Point& point = points_[b];
  for (Node a : before_b) {
    if (points_[a].chain == kNone || tails_[points_[a].chain] != a || a == b) continue;
    point.chain = points_[a].chain;
    point.position = points_[a].position + 1;
    points_[a].next = b;
    tails_[point.chain] = b;
    for (auto& clock : clocks_) clock[b].position = clock[a].position;
    clocks_[point.chain][b].position = point.position;
    return;
  }
  point.chain = static_cast<uint32_t>(tails_.size());
  point.position = 0;
  tails_.push_back(b);
  clocks_.emplace_back(points_.size());
  clocks_.back()[b].position = 0;
}

void OrderTheory::watch(Node a, Node b, Lit a_first) { pairs_.push_back({a, b, a_first}); }

bool OrderTheory::prepare() {
  HEDDLE_CHECK(levels_.empty()) << "searches begin on level 0";
  implied_.clear();
  bool again = moved_;
  if (moved_) forget_edges();
  settle();
  if (again || listed_pairs_ != pairs_.size()) list_watches();
  moved_ = false;
  return again;
}

void OrderTheory::forget_edges() {
  for (Point& p : points_) p = {};
  tails_.clear();
  clocks_.clear();
  watches_.resize(1);
  settled_ = 0;
  pending_ = fixed_;
}

// Sorts the watched pairs into runs. A pair that is decided on level 0 is reported and needs no watch.
void OrderTheory::list_watches() {
  struct WatchedPair {
    uint64_t run;
    Watch watch;
  };
  std::vector<WatchedPair> watched;
  auto add = [&](Node x, Node y, Lit implied) {
    watched.push_back({uint64_t{y} << 32 | points_[x].chain, {points_[x].position, implied}});
  };
  for (const Pair& p : pairs_) {
    if (reaches(p.a, p.b)) {
      implied_.push_back(p.a_first);
    } else if (reaches(p.b, p.a)) {
      implied_.push_back(~p.a_first);
    } else {
      add(p.a, p.b, p.a_first);
      add(p.b, p.a, ~p.a_first);
    }
  }
  std::sort(watched.begin(), watched.end(), [](const WatchedPair& a, const WatchedPair& b) {
    return std::tie(a.run, a.watch.position) < std::tie(b.run, b.watch.position);
  });
  watches_.resize(1);
  for (auto& clock : clocks_)
    for (Entry& e : clock) e.cursor = 0;
  for (size_t i = 0; i < watched.size(); ++i) {
    if (i == 0 || watched[i].run != watched[i - 1].run)
      clocks_[watched[i].run & UINT32_MAX][watched[i].run >> 32].cursor = static_cast<uint32_t>(watches_.size());
    watches_.push_back(watched[i].watch);
    if (i + 1 == watched.size() || watched[i].run != watched[i + 1].run) watches_.push_back({INT32_MAX, kTrue});
  }
  listed_pairs_ = pairs_.size();
}

}  // namespace heddle::smt
