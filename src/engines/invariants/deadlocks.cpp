// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/invariants/deadlocks.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace heddle::invariants {

namespace {

// A lock, some locks that are not told apart, or the end of a thread.
struct Node {
  enum Kind : uint8_t { Lock, End } kind = Lock;
  Thing thing;
  int64_t offset = -1;  // -1: all locks in it
  ThreadId thread = 0;
  auto operator<=>(const Node&) const = default;
};

struct Edge {
  Node to;
  const Wait* wait;
};

class Graph {
 public:
  Graph(const std::set<Wait>& waits, const ThreadTable& threads) : threads_(threads) {
    for (const Wait& w : waits)
      for (const auto* places : {&w.lock, &w.held})
        for (const auto& [t, offset] : *places)
          if (!offset) blurred_.insert(object(t));
    for (const Wait& w : waits) {
      std::set<Node> to;
      if (w.end_of) to.insert({Node::End, {}, 0, *w.end_of});
      for (const auto& [t, offset] : w.lock) to.insert(node(t, offset));
      for (const Node& n : to) {
        for (const auto& [t, offset] : w.held) edges_[node(t, offset)].push_back({n, &w});
        edges_[{Node::End, {}, 0, w.thread}].push_back({n, &w});
      }
    }
  }

  Rings rings(size_t most) {
    for (const auto& [from, edges] : edges_) {
      start_ = from;
      search(from, most);
      if (over_) break;
    }
    rings_.all = !over_;
    return std::move(rings_);
  }

 private:
  static constexpr uint64_t kMostSteps = 2000000, kStepsForOthers = 100000;  // when one was found
  static constexpr size_t kLongest = 12;

  static std::pair<Thing::Kind, uint32_t> object(const Thing& t) { return {t.kind, t.id}; }

  // What is made at run time has one node for each place that makes it: instances are not told apart.
  Node node(const Thing& t, const std::optional<int64_t>& offset) const {
    if (t.kind == Thing::Static && offset && !blurred_.count(object(t))) return {Node::Lock, t, *offset, 0};
    return {Node::Lock, every_instance(t), -1, 0};
  }

  bool compatible(const Wait& a, const Wait& b) const {
    if (a.thread == b.thread && threads_[a.thread].unique) return false;
    if (!threads_.parallel(a.thread, a.started, a.over, b.thread, b.started, b.over)) return false;
    for (const Held& x : a.gates)
      for (const Held& y : b.gates)
        if (x.lock == y.lock && (!x.reads || !y.reads)) return false;
    return true;
  }

  void search(const Node& at, size_t most) {
    over_ |= ++steps_ > kMostSteps;
    auto it = edges_.find(at);
    if (it == edges_.end()) return;
    for (const Edge& e : it->second) {
      if (over_) return;
      auto fits = [&](const Wait& w) { return compatible(w, *e.wait); };
      if (!std::all_of(path_.begin(), path_.end(), fits)) continue;
      path_.push_back(*e.wait);
      if (e.to == start_)
        found(most);
      else if (path_.size() < kLongest)
        search(e.to, most);
      else
        over_ = true;
      path_.pop_back();
    }
  }

  void found(size_t most) {
    std::vector<std::tuple<uint32_t, uint32_t, uint32_t, model::EventId>> places;
    for (const Wait& w : path_) places.push_back({w.pos.file, w.pos.line, w.pos.column, w.event});
    std::sort(places.begin(), places.end());
    if (!known_.insert(std::move(places)).second) return;
    if (rings_.some.empty()) steps_ = std::max(steps_, kMostSteps - kStepsForOthers);
    rings_.some.push_back(path_);
    over_ |= rings_.some.size() >= most;
  }

  const ThreadTable& threads_;
  std::set<std::pair<Thing::Kind, uint32_t>> blurred_;
  std::map<Node, std::vector<Edge>> edges_;
  Node start_;
  std::vector<Wait> path_;
  Rings rings_;
  std::set<std::vector<std::tuple<uint32_t, uint32_t, uint32_t, model::EventId>>> known_;
  uint64_t steps_ = 0;
  bool over_ = false;
};

}  // namespace

Rings rings_of_waits(const std::set<Wait>& waits, const ThreadTable& threads, size_t most) {
  return Graph(waits, threads).rings(most);
}

}  // namespace heddle::invariants
