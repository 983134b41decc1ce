// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/tree.h"

#include <algorithm>

#include "base/check.h"

namespace heddle::schedule {

using trace::Schedule;

void refuse(const std::string& what) {
  throw InputError("the schedule " + what +
                   ": it was edited, or written by another version; run `heddle schedule` again");
}

Tree::Tree(const Schedule& s, const Events& events) : s_(s) {
  if (s.nodes.empty()) refuse("has no node");
  std::set<unsigned> readers;
  for (const Schedule::Node& n : s.nodes)
    for (const Schedule::Edge& e : n.edges)
      for (model::EventId event : e.events)
        if (events.has(event) && events.reads_given_input(event)) readers.insert(e.thread);
  one_reads_ = readers.size() <= 1;
  for (const Schedule::Node& n : s.nodes) {
    Node& node = nodes_.emplace_back();
    for (unsigned t = 0; t < n.threads.size(); ++t) {
      if (n.threads[t].state == "ended") node.ended.insert(t);
      node.comes_to.push_back(comes_to(n.threads[t]));
    }
    if (n.goes_on_at && *n.goes_on_at >= s.nodes.size()) refuse("leads to a node that it does not have");
    for (const Schedule::Edge& e : n.edges) {
      if (e.to >= s.nodes.size() || e.thread >= n.threads.size() || e.thread >= s.threads.size())
        refuse("leads to a node that it does not have");
      node.edges.push_back({e.thread, resolved(e.to), keys(n, e, events), e.starts});
      if (e.starts == 0 || e.starts >= static_cast<int>(s.threads.size()))
        refuse("starts a thread that it does not name");
    }
  }
  for (const Schedule::Node& n : s.nodes)
    for (const Schedule::Edge& e : n.edges)
      if (is_false_assumption(e, events)) nodes_[e.to].gives_up = static_cast<int>(e.thread);
  find_next();
  find_left_out();
}

// A program that ends in another way has an event for that.
bool Tree::is_false_assumption(const Schedule::Edge& e, const Events& events) const {
  const Schedule::Node& to = s_.nodes[e.to];
  return to.edges.empty() && !to.goes_on_at && e.thread < to.threads.size() && to.threads[e.thread].state == "stuck" &&
         !e.events.empty() && events.is_assumption(e.events.back());
}

uint32_t Tree::resolved(uint32_t n) const {
  for (size_t k = 0; s_.nodes[n].goes_on_at; ++k) {
    if (k > s_.nodes.size() || *s_.nodes[n].goes_on_at >= s_.nodes.size()) refuse("leads around in a circle");
    n = *s_.nodes[n].goes_on_at;
  }
  return n;
}

std::vector<Key> Tree::keys(const Schedule::Node& n, const Schedule::Edge& e, const Events& events) const {
  std::vector<Key> out;
  bool goes_on = n.threads[e.thread].state == "asleep";
  model::EventId before = 0;
  for (model::EventId event : e.events) {
    if (event > (UINT32_MAX >> 2) || !events.has(event)) refuse("names an event that the program does not have");
    // the last one at a barrier arrives and leaves in one step
    const bool leaves = goes_on || (!out.empty() && event == before && events.is_barrier(event));
    const bool own = events.is_silent(event) || (one_reads_ && events.reads_given_input(event));
    if (!own) out.push_back(key_of(event, leaves ? 1 : 0));
    goes_on = false;
    before = event;
  }
  return out;
}

// Who sleeps comes to the second part of its event.
std::optional<std::set<Key>> Tree::comes_to(const Schedule::Where& where) const {
  if (!where.comes_to) return std::nullopt;
  std::set<Key> out;
  for (model::EventId event : *where.comes_to) {
    if (event > (UINT32_MAX >> 2)) refuse("names an event that the program does not have");
    out.insert(key_of(event, where.state == "asleep" ? 1 : 0));
  }
  if (where.may_end) out.insert(kEnd);
  return out;
}

void Tree::find_next() {
  next_.assign(nodes_.size(), std::vector<std::set<Key>>(s_.threads.size()));
  for (uint32_t n = 0; n < nodes_.size(); ++n)
    for (unsigned t : nodes_[n].ended)
      if (t < s_.threads.size()) next_[n][t].insert(kEnd);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t n = static_cast<uint32_t>(nodes_.size()); n-- > 0;)
      for (const Edge& e : nodes_[n].edges)
        for (unsigned t = 0; t < s_.threads.size(); ++t) {
          if (nodes_[n].ended.count(t)) continue;
          std::set<Key>& mine = next_[n][t];
          const size_t before = mine.size();
          if (e.thread == t && !e.keys.empty())
            mine.insert(e.keys[0]);
          else
            mine.insert(next_[e.to][t].begin(), next_[e.to][t].end());
          changed |= mine.size() != before;
        }
  }
}

// Nodes from which a way leads, without a step of the thread, to an end of the tree, or into a ring whose nodes do not
// let the thread go on. (In a ring with a node that does, it goes on some time: schedules are followed fairly.)
void Tree::find_left_out() {
  left_out_.assign(nodes_.size(), std::vector<bool>(s_.threads.size(), false));
  for (unsigned t = 0; t < s_.threads.size(); ++t) {
    auto goes_on = [&](const Edge& e) { return e.thread == t; };
    auto sweep = [&](auto&& value) {
      for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = static_cast<uint32_t>(nodes_.size()); n-- > 0;) {
          const bool now = value(n);
          changed |= now != left_out_[n][t];
          left_out_[n][t] = now;
        }
      }
    };
    for (uint32_t n = 0; n < nodes_.size(); ++n)
      left_out_[n][t] = !nodes_[n].ended.count(t) && !s_.nodes[n].goes_on_at &&
                        nodes_[n].gives_up != static_cast<int>(t) &&
                        std::none_of(nodes_[n].edges.begin(), nodes_[n].edges.end(), goes_on);
    auto stays = [&](const Edge& e) { return static_cast<bool>(left_out_[e.to][t]); };
    sweep([&](uint32_t n) {
      const std::vector<Edge>& edges = nodes_[n].edges;
      return left_out_[n][t] && (edges.empty() || std::any_of(edges.begin(), edges.end(), stays));
    });
    sweep([&](uint32_t n) {
      const std::vector<Edge>& edges = nodes_[n].edges;
      return left_out_[n][t] ||
             (!nodes_[n].ended.count(t) && std::any_of(edges.begin(), edges.end(), [&](const Edge& e) {
               return (!goes_on(e) || e.keys.empty()) && left_out_[e.to][t];
             }));
    });
  }
}

std::set<Key> Tree::next(const Spot& s, unsigned thread) const {
  if (s.edge < 0) return next_[s.node][thread];
  const Edge& e = edge(s);
  return e.thread == thread ? std::set<Key>{e.keys[s.done]} : next_[e.to][thread];
}

bool Tree::may_come_to(const Spot& s, unsigned thread, Key key) const {
  if (s.edge >= 0 && edge(s).thread == thread) return edge(s).keys[s.done] == key;
  const uint32_t n = s.edge < 0 ? s.node : edge(s).to;
  if (!left_out_[n][thread]) return next_[n][thread].count(key) != 0;
  const auto& all = nodes_[n].comes_to;
  return thread >= all.size() || !all[thread] || all[thread]->count(key) != 0;
}

Spot Tree::after(Spot s, int e) const {
  s.edge = e;
  ++s.done;
  if (s.done < edge(s).keys.size()) return s;
  return {edge(s).to, -1, 0};
}

}  // namespace heddle::schedule
