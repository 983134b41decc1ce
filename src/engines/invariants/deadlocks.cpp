// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/invariants/deadlocks.h"

#include <algorithm>
#include <map>
#include <set>

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

  std::optional<Ring> ring() {
    for (const auto& [from, edges] : edges_) {
      start_ = from;
      if (search(from)) return Ring{{path_.begin(), path_.end()}, false};
      if (steps_ > kMostSteps) return Ring{{}, true};
    }
    return std::nullopt;
  }

 private:
  static constexpr uint64_t kMostSteps = 2000000;
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

  bool search(const Node& at) {
    if (++steps_ > kMostSteps) return false;
    auto it = edges_.find(at);
    if (it == edges_.end()) return false;
    for (const Edge& e : it->second) {
      auto fits = [&](const Wait& w) { return compatible(w, *e.wait); };
      if (!std::all_of(path_.begin(), path_.end(), fits)) continue;
      path_.push_back(*e.wait);
      if (e.to == start_) return true;
      if (path_.size() < kLongest) {
        if (search(e.to)) return true;
      } else {
        steps_ = kMostSteps + 1;
      }
      path_.pop_back();
      if (steps_ > kMostSteps) return false;
    }
    return false;
  }

  const ThreadTable& threads_;
  std::set<std::pair<Thing::Kind, uint32_t>> blurred_;
  std::map<Node, std::vector<Edge>> edges_;
  Node start_;
  std::vector<Wait> path_;
  uint64_t steps_ = 0;
};

}  // namespace

std::optional<Ring> ring_of_waits(const std::set<Wait>& waits, const ThreadTable& threads) {
  return Graph(waits, threads).ring();
}

}  // namespace heddle::invariants
