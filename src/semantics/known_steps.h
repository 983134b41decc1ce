// SPDX-License-Identifier: GPL-3.0-or-later
// Most steps are taken again and again: a thread in the same part of a state, which looks at the same objects, makes
// the same of them, whatever the rest of the state is. Such a step is known by what it has looked at, in this order:
// the thread, then one object after the other, where each of them decides which one is next. What it has changed is
// copied instead of executed. (The idea of caching transitions by what they read: Blom, van de Pol and Weber, "LTSmin:
// distributed and symbolic reachability", CAV 2010.)
//
// Where hardly any step comes again, remembering them costs more than it saves: then nothing is remembered any more.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace heddle::semantics {

class KnownSteps {
 public:
  struct Part {
    uint32_t place, part;  // an object's place in the state, and its content
  };
  struct Step {
    uint32_t thread = 0;  // its part after the step
    std::span<const Part> changed;
  };
  // Who steps, with what apart from objects decides: a number below 2^31. part_at gives the content at a place.
  template <class F>
  bool find(uint32_t who, uint32_t thread, F part_at, Step& out) {
    if (useless_) return false;
    ++asked_;
    uint32_t n = to(kWho | who, thread);
    while (n && !nodes_[n].ends) n = to(n, part_at(nodes_[n].at));
    if (!n) return false;
    ++found_;
    const Ended& e = ended_[nodes_[n].at];
    out = {e.thread, {changes_.data() + e.first, e.count}};
    return true;
  }
  void add(uint32_t who, uint32_t thread, std::span<const Part> looked_at, const Step& step);
  bool useless() const { return useless_; }
  size_t bytes() const;

 private:
  static constexpr uint32_t kWho = 1u << 31;
  static constexpr uint64_t kTrial = 20000;  // questions before the answers are counted
  struct Node {
    uint32_t at = 0;  // the place that is looked at next; ends: of ended_
    bool ends = false, known = false;
  };
  struct Edge {
    uint32_t from = 0, part = 0, to = 0;  // to: 0, the place in the table is free
  };
  struct Ended {
    uint32_t thread, first, count;
  };
  static size_t hash(uint32_t from, uint32_t part) {
    return static_cast<size_t>(((uint64_t{from} << 32 | part) * 0x9e3779b97f4a7c15ull) >> 20);
  }
  uint32_t to(uint32_t from, uint32_t part) const {
    const size_t mask = edges_.size() - 1;
    for (size_t i = hash(from, part) & mask;; i = (i + 1) & mask) {
      const Edge& e = edges_[i];
      if (!e.to || (e.from == from && e.part == part)) return e.to;
    }
  }
  uint32_t make(uint32_t from, uint32_t part);
  void forget();

  std::vector<Edge> edges_ = std::vector<Edge>(1024);
  std::vector<Node> nodes_ = std::vector<Node>(1);
  std::vector<Ended> ended_;
  std::vector<Part> changes_;
  uint64_t asked_ = 0, found_ = 0;
  bool useless_ = false;
};

}  // namespace heddle::semantics
