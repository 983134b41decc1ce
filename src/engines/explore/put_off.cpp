// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/explore/put_off.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "base/check.h"

namespace heddle::explore {

void PutOff::add(StateId state, std::vector<StateId> successors) {
  std::sort(successors.begin(), successors.end());
  successors.erase(std::unique(successors.begin(), successors.end()), successors.end());
  waiting_.push_back({state, std::move(successors)});
}

void PutOff::take(PutOff& other) {
  std::move(other.waiting_.begin(), other.waiting_.end(), std::back_inserter(waiting_));
  other.waiting_.clear();
}

void PutOff::settle(Visited& visited) {
  std::unordered_map<StateId, std::vector<size_t>> leads_to;  // state -> who of the waiting has it as a successor
  std::vector<size_t> settled;
  std::vector<bool> done(waiting_.size(), false);
  auto mark = [&](size_t k) {
    if (done[k]) return;
    done[k] = true;
    visited.set_mark(waiting_[k].state, Mark::Settled);
    settled.push_back(k);
  };
  for (size_t k = 0; k < waiting_.size(); ++k)
    for (StateId s : waiting_[k].successors) {
      if (visited.mark(s) == Mark::Settled) {
        mark(k);
        break;
      }
      leads_to[s].push_back(k);
    }
  while (!settled.empty()) {
    const size_t k = settled.back();
    settled.pop_back();
    if (auto it = leads_to.find(waiting_[k].state); it != leads_to.end())
      for (size_t before : it->second) mark(before);
  }
  size_t left = 0;
  for (size_t k = 0; k < waiting_.size(); ++k)
    if (!done[k]) std::swap(waiting_[left++], waiting_[k]);
  waiting_.resize(left);
}

// Tarjan's algorithm without recursion; of each component that nothing leaves, the state at which it was entered.
std::vector<StateId> PutOff::unfair(Visited& visited) {
  settle(visited);
  std::unordered_map<StateId, uint32_t> index;
  for (uint32_t k = 0; k < waiting_.size(); ++k) index[waiting_[k].state] = k;
  constexpr uint32_t kNever = ~0u;
  std::vector<uint32_t> number(waiting_.size(), kNever), low(waiting_.size()), open;
  std::vector<bool> in_open(waiting_.size(), false), leaves(waiting_.size(), false);
  struct Frame {
    uint32_t node;
    size_t next;
  };
  std::vector<Frame> stack;
  std::vector<StateId> chosen;
  uint32_t count = 0;
  auto enter = [&](uint32_t v) {
    number[v] = low[v] = count++;
    open.push_back(v);
    in_open[v] = true;
    stack.push_back({v, 0});
  };
  for (uint32_t root = 0; root < waiting_.size(); ++root) {
    if (number[root] != kNever) continue;
    enter(root);
    while (!stack.empty()) {
      Frame& f = stack.back();
      const uint32_t v = f.node;
      if (f.next < waiting_[v].successors.size()) {
        auto it = index.find(waiting_[v].successors[f.next++]);
        HEDDLE_CHECK(it != index.end()) << "a state was neither settled nor put off";
        const uint32_t w = it->second;
        if (number[w] == kNever)
          enter(w);
        else if (in_open[w])
          low[v] = std::min(low[v], number[w]);
        else
          leaves[v] = true;
        continue;
      }
      stack.pop_back();
      bool leaves_component = leaves[v];
      if (low[v] == number[v]) {
        while (true) {
          const uint32_t w = open.back();
          open.pop_back();
          in_open[w] = false;
          leaves_component |= leaves[w];
          if (w == v) break;
        }
        if (!leaves_component) chosen.push_back(waiting_[v].state);
      }
      if (!stack.empty()) {
        const uint32_t up = stack.back().node;
        low[up] = std::min(low[up], low[v]);
        if (!in_open[v]) leaves[up] = true;
      }
    }
  }
  return chosen;
}

}  // namespace heddle::explore
