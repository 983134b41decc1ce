// SPDX-License-Identifier: GPL-3.0-or-later
// Fair cycles by strongly connected components. An infinite path ends up visiting some strongly connected set of states
// for ever; going round all of the set is the fairest it can be. Weak fairness fails on a component in which some
// thread is enabled everywhere and moves nowhere. Under strong fairness (a Streett condition) the states that enable a
// thread which does not move inside the component cannot be visited for ever: they are removed and the rest is divided
// again.
#include "judge/enumerator/fair_cycles.h"

#include <algorithm>

namespace heddle::oracle {

namespace {

using Component = std::vector<uint32_t>;

class Components {  // Tarjan's algorithm with an explicit stack, on the states marked with `mark`
 public:
  Components(const Graph& g, const std::vector<uint32_t>& region, uint32_t mark) : g_(g), region_(region), mark_(mark) {
    index_.assign(g.edges.size(), 0);
    low_.assign(g.edges.size(), 0);
    on_stack_.assign(g.edges.size(), false);
  }
  std::vector<Component> of(const Component& states) {
    for (uint32_t s : states)
      if (!index_[s]) visit(s);
    return std::move(found_);
  }

 private:
  void open(uint32_t s) {
    index_[s] = low_[s] = ++count_;
    stack_.push_back(s);
    on_stack_[s] = true;
    work_.push_back({s, 0});
  }
  void close(uint32_t s) {
    if (low_[s] != index_[s]) return;
    Component c;
    uint32_t member;
    do {
      member = stack_.back();
      stack_.pop_back();
      on_stack_[member] = false;
      c.push_back(member);
    } while (member != s);
    found_.push_back(std::move(c));
  }
  void visit(uint32_t root) {
    open(root);
    while (!work_.empty()) {
      auto [s, next] = work_.back();
      if (next == g_.edges[s].size()) {
        work_.pop_back();
        if (!work_.empty()) low_[work_.back().first] = std::min(low_[work_.back().first], low_[s]);
        close(s);
        continue;
      }
      ++work_.back().second;
      uint32_t to = g_.edges[s][next].to;
      if (region_[to] != mark_) continue;
      if (!index_[to])
        open(to);
      else if (on_stack_[to])
        low_[s] = std::min(low_[s], index_[to]);
    }
  }

  const Graph& g_;
  const std::vector<uint32_t>& region_;
  uint32_t mark_, count_ = 0;
  std::vector<uint32_t> index_, low_, stack_;
  std::vector<bool> on_stack_;
  std::vector<std::pair<uint32_t, size_t>> work_;
  std::vector<Component> found_;
};

struct Facts {
  uint32_t moving = 0, somewhere = 0, everywhere = ~0u;  // threads: take a step inside, enabled somewhere, everywhere
};

}  // namespace

bool has_fair_cycle(const Graph& g, bool strong, base::Budget* budget) {
  std::vector<uint32_t> region(g.edges.size(), 0);  // 0: not considered any more
  uint32_t fresh = 1;
  std::vector<Component> todo(1);
  for (uint32_t s = 0; s < g.edges.size(); ++s)
    if (!g.ended[s]) {
      todo[0].push_back(s);
      region[s] = fresh;
    }
  while (!todo.empty()) {
    Component states = std::move(todo.back());
    todo.pop_back();
    if (states.empty()) continue;
    if (budget)
      if (auto limit = budget->check_now()) throw OutOfBudget{*limit};
    auto components = Components(g, region, region[states[0]]).of(states);
    for (Component& c : components) {
      ++fresh;
      for (uint32_t s : c) region[s] = fresh;
      Facts f;
      for (uint32_t s : c) {
        f.somewhere |= g.enabled[s];
        f.everywhere &= g.enabled[s];
        for (const Edge& e : g.edges[s])
          if (region[e.to] == fresh) f.moving |= 1u << e.thread;
      }
      uint32_t starved = (strong ? f.somewhere : f.everywhere) & ~f.moving;
      if (f.moving && !starved) return true;
      if (!f.moving || !strong) continue;
      Component rest;
      for (uint32_t s : c) {
        if (g.enabled[s] & starved)
          region[s] = 0;
        else
          rest.push_back(s);
      }
      todo.push_back(std::move(rest));
    }
  }
  return false;
}

}  // namespace heddle::oracle
