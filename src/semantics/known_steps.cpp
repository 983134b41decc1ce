// SPDX-License-Identifier: GPL-3.0-or-later
#include "semantics/known_steps.h"

#include "base/check.h"

namespace heddle::semantics {

void KnownSteps::add(uint32_t who, uint32_t thread, std::span<const Part> looked_at, const Step& step) {
  if (asked_ >= kTrial && found_ < asked_ / 2) return forget();
  uint32_t n = make(kWho | who, thread);
  for (const Part& p : looked_at) {
    HEDDLE_CHECK(!nodes_[n].ends && (!nodes_[n].known || nodes_[n].at == p.place))
        << "a step looks at something else than before";
    nodes_[n].at = p.place;
    nodes_[n].known = true;
    n = make(n, p.part);
  }
  HEDDLE_CHECK(!nodes_[n].known) << "a step looks at less than before";
  nodes_[n] = {static_cast<uint32_t>(ended_.size()), true, true};
  ended_.push_back({step.thread, static_cast<uint32_t>(changes_.size()), static_cast<uint32_t>(step.changed.size())});
  changes_.insert(changes_.end(), step.changed.begin(), step.changed.end());
}

uint32_t KnownSteps::make(uint32_t from, uint32_t part) {
  if (const uint32_t there = to(from, part)) return there;
  if (2 * nodes_.size() > edges_.size()) {
    std::vector<Edge> before(2 * edges_.size());
    before.swap(edges_);
    const size_t mask = edges_.size() - 1;
    for (const Edge& e : before) {
      if (!e.to) continue;
      size_t i = hash(e.from, e.part) & mask;
      while (edges_[i].to) i = (i + 1) & mask;
      edges_[i] = e;
    }
  }
  const size_t mask = edges_.size() - 1;
  size_t i = hash(from, part) & mask;
  while (edges_[i].to) i = (i + 1) & mask;
  const auto made = static_cast<uint32_t>(nodes_.size());
  nodes_.emplace_back();
  edges_[i] = {from, part, made};
  return made;
}

void KnownSteps::forget() {
  *this = {};
  useless_ = true;
}

size_t KnownSteps::bytes() const {
  return edges_.capacity() * sizeof(Edge) + nodes_.capacity() * sizeof(Node) + ended_.capacity() * sizeof(Ended) +
         changes_.capacity() * sizeof(Part);
}

}  // namespace heddle::semantics
