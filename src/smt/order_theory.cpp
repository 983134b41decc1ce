// SPDX-License-Identifier: GPL-3.0-or-later
// Inserting edges, taking them back and explaining what they imply; see the header for the idea. The chains are in
// chains.cpp.
#include "smt/order_theory.h"

#include <algorithm>
#include <numeric>

#include "base/check.h"

namespace heddle::smt {

bool OrderTheory::insert(Node a, Node b, Lit why) {
  if (reaches(a, b)) return a != b;
  if (reaches(b, a)) return false;
  points_[a].out.push_back({b, levels_.empty() ? kTrue : why});
  if (!levels_.empty()) inserted_.push_back(a);
  for (uint32_t chain = 0; chain < clocks_.size(); ++chain)
    if (int32_t position = clocks_[chain][a].position; position > clocks_[chain][b].position)
      raise(chain, position, {b, a, why});
  return true;
}

// All that start.node reaches has what is at `position` of the chain before it. On level 0 nothing is recorded: what
// holds there holds for good.
void OrderTheory::raise(uint32_t chain, int32_t position, Raise start) {
  std::vector<Entry>& clock = clocks_[chain];
  bool recorded = !levels_.empty();
  todo_.push_back(start);
  while (!todo_.empty()) {
    Raise at = todo_.back();
    todo_.pop_back();
    for (Node node = at.node; node != kNone; node = points_[node].next) {
      Entry& entry = clock[node];
      if (entry.position >= position) break;
      if (recorded) {
        records_.push_back({node, chain, entry, at.from, at.why});
        entry.record = static_cast<uint32_t>(records_.size() - 1);
      }
      entry.position = position;
      while (watches_[entry.cursor].position <= position) implied_.push_back(watches_[entry.cursor++].implied);
      for (const Edge& edge : points_[node].out)
        if (clock[edge.to].position < position)
          todo_.push_back(edge.why == kTrue ? Raise{edge.to, at.from, at.why} : Raise{edge.to, node, edge.why});
    }
  }
}

void OrderTheory::pop_levels(size_t level) {
  if (levels_.size() <= level) return;
  Marks marks = levels_[level];
  levels_.resize(level);
  for (; records_.size() > marks.records; records_.pop_back()) {
    const Record& r = records_.back();
    clocks_[r.chain][r.node] = r.old;
  }
  for (; inserted_.size() > marks.inserted; inserted_.pop_back()) points_[inserted_.back()].out.pop_back();
  implied_.clear();
}

void OrderTheory::explain(Node a, Node b, std::vector<Lit>& path) const {
  uint32_t chain = points_[a].chain;
  int32_t position = points_[a].position;
  while (true) {
    uint32_t r = clocks_[chain][b].record;
    while (r != kNone && records_[r].old.position >= position) r = records_[r].old.record;
    if (r == kNone) return;
    path.push_back(records_[r].why);
    b = records_[r].from;
  }
}

// The entries of a node are at least those of any node before it, and its own is greater: their sum grows along every
// edge.
std::vector<Node> OrderTheory::order() const {
  std::vector<int64_t> age(points_.size());
  for (const auto& clock : clocks_)
    for (Node n = 0; n < clock.size(); ++n) age[n] += clock[n].position;
  std::vector<Node> nodes(points_.size());
  std::iota(nodes.begin(), nodes.end(), 0);
  std::stable_sort(nodes.begin(), nodes.end(), [&](Node a, Node b) { return age[a] < age[b]; });
  return nodes;
}

void OrderTheory::check_invariants() const {
  for (Node n = 0; n < settled_; ++n) {
    const Point& p = points_[n];
    HEDDLE_CHECK(clocks_[p.chain][n].position == p.position) << "node " << n << " does not come before itself";
    for (const auto& clock : clocks_) {
      HEDDLE_CHECK(p.next == kNone || clock[p.next].position >= clock[n].position)
          << "the clock of " << n << " in its chain";
      for (const Edge& e : p.out)
        HEDDLE_CHECK(clock[e.to].position >= clock[n].position) << "the clocks of " << n << " and " << e.to;
    }
  }
}

}  // namespace heddle::smt
