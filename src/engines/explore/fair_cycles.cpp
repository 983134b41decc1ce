// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/explore/fair_cycles.h"

#include <algorithm>
#include <deque>
#include <set>
#include <unordered_map>

#include "base/check.h"

namespace heddle::explore {

void StateGraph::add(StateId from, std::vector<Edge> edges, std::vector<uint8_t> enabled, bool ended) {
  if (nodes_.size() <= from) nodes_.resize(from + 1);
  bytes_ += sizeof(Node) + edges.size() * sizeof(Edge) + enabled.size();
  nodes_[from] = {std::move(edges), std::move(enabled), ended};
}

// Tarjan's algorithm without recursion. Only components with an edge inside are returned.
std::vector<StateGraph::Part> StateGraph::components(const Part& part, const Choices& choices) const {
  const std::vector<StateId>& nodes = part.nodes;
  auto banned = [&](const Edge& e) { return (choices[e.fair].made & part.banned) != 0; };
  std::unordered_map<StateId, uint32_t> index;  // position in nodes
  for (uint32_t k = 0; k < nodes.size(); ++k) index[nodes[k]] = k;
  std::vector<uint32_t> number(nodes.size(), 0), low(nodes.size(), 0);
  std::vector<bool> on_stack(nodes.size(), false);
  std::vector<uint32_t> stack;
  std::vector<Part> result;
  uint32_t counter = 0;
  struct Call {
    uint32_t node;
    size_t edge;
  };
  for (uint32_t root = 0; root < nodes.size(); ++root) {
    if (number[root]) continue;
    std::vector<Call> calls{{root, 0}};
    while (!calls.empty()) {
      Call& c = calls.back();
      uint32_t v = c.node;
      if (c.edge == 0) {
        number[v] = low[v] = ++counter;
        stack.push_back(v);
        on_stack[v] = true;
      }
      const auto& edges = nodes_[nodes[v]].edges;
      bool descended = false;
      while (c.edge < edges.size()) {
        const Edge& edge = edges[c.edge++];
        auto it = index.find(edge.to);
        if (it == index.end() || banned(edge)) continue;
        uint32_t w = it->second;
        if (!number[w]) {
          calls.push_back({w, 0});
          descended = true;
          break;
        }
        if (on_stack[w]) low[v] = std::min(low[v], number[w]);
      }
      if (descended) continue;
      if (low[v] == number[v]) {
        std::vector<StateId> component;
        for (;;) {
          uint32_t w = stack.back();
          stack.pop_back();
          on_stack[w] = false;
          component.push_back(nodes[w]);
          if (w == v) break;
        }
        bool cyclic = component.size() > 1;
        if (!cyclic)
          for (const Edge& e : nodes_[component[0]].edges) cyclic |= e.to == component[0] && !banned(e);
        if (cyclic) result.push_back({std::move(component), part.banned});
      }
      calls.pop_back();
      if (!calls.empty()) low[calls.back().node] = std::min(low[calls.back().node], low[v]);
    }
  }
  return result;
}

std::optional<StateGraph::Lasso> StateGraph::fair_cycle(bool strong, const Choices& choices) const {
  Part all;
  for (StateId n = 0; n < nodes_.size(); ++n)
    if (!nodes_[n].ended) all.nodes.push_back(n);
  std::deque<Part> todo{std::move(all)};
  while (!todo.empty()) {
    const Part part = std::move(todo.front());
    todo.pop_front();
    for (Part& c : components(part, choices)) {
      std::set<StateId> inside(c.nodes.begin(), c.nodes.end());
      std::set<uint8_t> moving;
      std::vector<size_t> enabled_in(256, 0);
      FairChoices all_choices;
      for (StateId n : c.nodes) {
        for (const Edge& e : nodes_[n].edges)
          if (inside.count(e.to) && (choices[e.fair].made & c.banned) == 0) {
            moving.insert(e.thread);
            all_choices.made |= choices[e.fair].made;
            all_choices.taken |= choices[e.fair].taken;
          }
        for (uint8_t t : nodes_[n].enabled) ++enabled_in[t];
      }
      if (uint64_t never = all_choices.made & ~all_choices.taken) {
        todo.push_back({std::move(c.nodes), c.banned | never});
        continue;
      }
      std::set<uint8_t> unfair;
      for (unsigned t = 0; t < 256; ++t)
        if (!moving.count(static_cast<uint8_t>(t)) && (strong ? enabled_in[t] > 0 : enabled_in[t] == c.nodes.size()))
          unfair.insert(static_cast<uint8_t>(t));
      if (unfair.empty()) return build(c, strong, choices);
      if (!strong) continue;
      Part rest{{}, c.banned};
      for (StateId n : c.nodes)
        if (std::none_of(nodes_[n].enabled.begin(), nodes_[n].enabled.end(),
                         [&](uint8_t t) { return unfair.count(t); }))
          rest.nodes.push_back(n);
      if (!rest.nodes.empty()) todo.push_back(std::move(rest));
    }
  }
  return std::nullopt;
}

// Extends the lasso by a shortest walk inside the component to the goal.
void StateGraph::walk(Lasso& lasso, const std::vector<uint8_t>& inside, const Goal& goal, uint64_t banned,
                      const Choices& choices) const {
  struct From {
    StateId state;
    uint8_t thread;
  };
  StateId start = lasso.states.back();
  std::unordered_map<StateId, From> reached;
  std::deque<StateId> queue{start};
  std::set<StateId> seen{start};
  auto finish = [&](StateId last, const Edge* extra) {
    std::vector<std::pair<StateId, uint8_t>> steps;
    if (extra) steps.push_back({extra->to, extra->thread});
    for (StateId s = last; s != start; s = reached[s].state) steps.push_back({s, reached[s].thread});
    for (size_t k = steps.size(); k-- > 0;) {
      lasso.states.push_back(steps[k].first);
      lasso.threads.push_back(steps[k].second);
    }
  };
  while (!queue.empty()) {
    StateId n = queue.front();
    queue.pop_front();
    if (goal.states && (*goal.states)[n]) return finish(n, nullptr);
    for (const Edge& e : nodes_[n].edges) {
      if (!inside[e.to] || (choices[e.fair].made & banned)) continue;
      if (goal.thread == e.thread || (choices[e.fair].taken & goal.taken)) return finish(n, &e);
      if (!seen.insert(e.to).second) continue;
      reached[e.to] = {n, e.thread};
      queue.push_back(e.to);
    }
  }
  HEDDLE_CHECK(false) << "a strongly connected component is not connected";
}

StateGraph::Lasso StateGraph::build(const Part& c, bool strong, const Choices& choices) const {
  std::vector<uint8_t> inside(nodes_.size(), 0);
  for (StateId n : c.nodes) inside[n] = 1;
  std::set<uint8_t> moving;
  uint64_t made = 0;
  for (StateId n : c.nodes)
    for (const Edge& e : nodes_[n].edges)
      if (inside[e.to] && (choices[e.fair].made & c.banned) == 0) {
        moving.insert(e.thread);
        made |= choices[e.fair].made;
      }
  Lasso lasso;
  lasso.start = *std::min_element(c.nodes.begin(), c.nodes.end());
  lasso.states.push_back(lasso.start);
  std::vector<bool> goals(nodes_.size(), false);
  for (uint8_t t : moving)
    if (std::find(lasso.threads.begin(), lasso.threads.end(), t) == lasso.threads.end())
      walk(lasso, inside, {nullptr, t, 0}, c.banned, choices);
  for (; made; made &= made - 1) walk(lasso, inside, {nullptr, -1, made & (0 - made)}, c.banned, choices);
  if (!strong) {  // threads that never move: pass a state in which they cannot step
    std::set<uint8_t> others;
    for (StateId n : c.nodes)
      for (uint8_t t : nodes_[n].enabled)
        if (!moving.count(t)) others.insert(t);
    for (uint8_t t : others) {
      for (StateId n : c.nodes)
        goals[n] = std::find(nodes_[n].enabled.begin(), nodes_[n].enabled.end(), t) == nodes_[n].enabled.end();
      walk(lasso, inside, {&goals, -1, 0}, c.banned, choices);
      for (StateId n : c.nodes) goals[n] = false;
    }
  }
  goals[lasso.start] = true;
  if (lasso.states.back() != lasso.start) walk(lasso, inside, {&goals, -1, 0}, c.banned, choices);
  return lasso;
}

}  // namespace heddle::explore
