// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/automaton.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>

#include "base/check.h"
#include "schedule/events.h"

namespace heddle::schedule {

namespace {

using trace::Schedule;

constexpr size_t kMostStates = 500'000;

[[noreturn]] void refuse(const std::string& what) {
  throw InputError("the schedule " + what +
                   ": it was edited, or written by another version; run `heddle schedule` again");
}

struct Edge {
  unsigned thread = 0;
  uint32_t to = 0;
  std::vector<Key> keys;
  int starts = -1;
};

struct Node {
  std::vector<Edge> edges;
  std::set<unsigned> ended;  // threads
};

// The schedule in keys, with covers followed and without what only the thread itself notices.
class Tree {
 public:
  Tree(const Schedule& s, const Events& events) : s_(s) {
    if (s.nodes.empty()) refuse("has no node");
    for (const Schedule::Node& n : s.nodes) {
      Node& node = nodes_.emplace_back();
      for (unsigned t = 0; t < n.threads.size(); ++t)
        if (n.threads[t].state == "ended") node.ended.insert(t);
      if (n.goes_on_at && *n.goes_on_at >= s.nodes.size()) refuse("leads to a node that it does not have");
      for (const Schedule::Edge& e : n.edges) {
        if (e.to >= s.nodes.size() || e.thread >= n.threads.size() || e.thread >= s.threads.size())
          refuse("leads to a node that it does not have");
        node.edges.push_back({e.thread, resolved(e.to), keys(n, e, events), e.starts});
        if (e.starts == 0 || e.starts >= static_cast<int>(s.threads.size()))
          refuse("starts a thread that it does not name");
      }
    }
    find_next();
  }

  uint32_t root() const { return resolved(0); }
  const Node& at(uint32_t n) const { return nodes_[n]; }
  // To which events the thread may come next, from there.
  const std::set<Key>& next(uint32_t node, unsigned thread) const { return next_[node][thread]; }

 private:
  uint32_t resolved(uint32_t n) const {
    for (size_t k = 0; s_.nodes[n].goes_on_at; ++k) {
      if (k > s_.nodes.size() || *s_.nodes[n].goes_on_at >= s_.nodes.size()) refuse("leads around in a circle");
      n = *s_.nodes[n].goes_on_at;
    }
    return n;
  }

  static std::vector<Key> keys(const Schedule::Node& n, const Schedule::Edge& e, const Events& events) {
    std::vector<Key> out;
    bool goes_on = n.threads[e.thread].state == "asleep";
    model::EventId before = 0;
    for (model::EventId event : e.events) {
      if (event > (UINT32_MAX >> 2) || !events.has(event)) refuse("names an event that the program does not have");
      // the last one at a barrier arrives and leaves in one step
      const bool leaves = goes_on || (!out.empty() && event == before && events.is_barrier(event));
      if (!events.is_silent(event)) out.push_back(key_of(event, leaves ? 1 : 0));
      goes_on = false;
      before = event;
    }
    return out;
  }

  void find_next() {
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

  const Schedule& s_;
  std::vector<Node> nodes_;
  std::vector<std::vector<std::set<Key>>> next_;
};

// Where the program may be: at a node, or in the middle of an edge.
struct Spot {
  uint32_t node = 0;
  int edge = -1;
  uint32_t done = 0;  // keys of the edge
  auto operator<=>(const Spot&) const = default;
};

struct Belief {
  std::set<Spot> spots;
  std::map<unsigned, Key> known;  // where threads come next, as far as that was asked
  int chosen = -1;
  auto operator<=>(const Belief&) const = default;
};

class Builder {
 public:
  Builder(const Schedule& s, const Events& events) : s_(s), tree_(s, events) {}

  Automaton run() {
    Automaton a;
    a.threads = s_.threads;
    a.fair = s_.fair;
    id_of({{{tree_.root(), -1, 0}}, {}, -1});
    while (!work_.empty()) {
      auto [id, belief] = std::move(work_.front());
      work_.pop_front();
      State s = made(belief);
      for (const Spot& spot : belief.spots) s.nodes.push_back(spot.node);
      states_[id] = std::move(s);
    }
    a.states = std::move(states_);
    return a;
  }

 private:
  StateId id_of(Belief b) {
    auto [it, fresh] = ids_.try_emplace(b, static_cast<StateId>(states_.size()));
    if (!fresh) return it->second;
    if (states_.size() >= kMostStates) throw InputError("the schedule is too large to be followed");
    states_.emplace_back();
    work_.emplace_back(it->second, std::move(b));
    return it->second;
  }

  const Edge& edge(const Spot& s) const { return tree_.at(s.node).edges[static_cast<size_t>(s.edge)]; }

  std::set<unsigned> allowed(const Spot& s) const {
    if (s.edge >= 0) return {edge(s).thread};
    std::set<unsigned> out;
    for (const Edge& e : tree_.at(s.node).edges) out.insert(e.thread);
    return out;
  }

  std::set<unsigned> allowed(const Belief& b) const {
    std::set<unsigned> all = allowed(*b.spots.begin());
    for (const Spot& s : b.spots) {
      const std::set<unsigned> here = allowed(s);
      std::erase_if(all, [&](unsigned t) { return !here.count(t); });
    }
    return all;
  }

  std::set<Key> next(const Spot& s, unsigned thread) const {
    if (s.edge < 0) return tree_.next(s.node, thread);
    const Edge& e = edge(s);
    return e.thread == thread ? std::set<Key>{e.keys[s.done]} : tree_.next(e.to, thread);
  }

  Spot after(Spot s, int e) const {
    s.edge = e;
    ++s.done;
    if (s.done < edge(s).keys.size()) return s;
    return {edge(s).to, -1, 0};
  }

  std::set<Key> all_next(const Belief& b, unsigned thread) const {
    std::set<Key> all;
    for (const Spot& s : b.spots) all.merge(next(s, thread));
    return all;
  }

  // Does it help to know where the thread comes next? It must be there, and come to something.
  bool tells(const Belief& b, unsigned thread) const {
    if (b.known.count(thread)) return false;
    for (const Spot& s : b.spots)
      if (s_.nodes[s.node].threads.size() <= thread || next(s, thread).empty()) return false;
    const std::set<Key> all = all_next(b, thread);
    return std::any_of(b.spots.begin(), b.spots.end(), [&](const Spot& s) { return next(s, thread) != all; });
  }

  State asked(const Belief& b, unsigned thread) {
    State s;
    s.kind = State::Decide;
    s.thread = thread;
    for (Key k : all_next(b, thread)) {
      Belief then = b;
      then.known[thread] = k;
      std::erase_if(then.spots, [&](const Spot& spot) { return !next(spot, thread).count(k); });
      s.by_key.emplace(k, id_of(std::move(then)));
    }
    if (s.by_key.empty()) refuse("lets a thread run for ever without an event");
    return s;
  }

  std::string place(const Belief& b) const {
    const Schedule::Node& n = s_.nodes[b.spots.begin()->node];
    for (const Schedule::Edge& e : n.edges)
      if (e.line) return e.file + ":" + std::to_string(e.line);
    return n.threads.empty() ? "the start" : n.threads[0].file + ":" + std::to_string(n.threads[0].line);
  }

  State made(const Belief& b) {
    if (std::all_of(b.spots.begin(), b.spots.end(), [&](const Spot& s) { return allowed(s).empty(); })) return {};
    std::set<unsigned> all = allowed(b);
    // Who comes to no event any more runs on by itself, or ends the program.
    const bool some = !all.empty();
    std::erase_if(all, [&](unsigned t) { return all_next(b, t).empty(); });
    if (some && all.empty()) return {};
    if (all.empty() || (!s_.fair && b.spots.size() > 1 && b.chosen < 0)) {
      for (unsigned t = 0; t < s_.threads.size(); ++t)
        if (tells(b, t)) return asked(b, t);
      if (all.empty())
        throw InputError("the schedule cannot be followed from outside: near " + place(b) +
                         " it depends on values that no event shows who goes on");
    }
    if (b.chosen < 0 && all.size() > 1) {
      State s;
      s.kind = State::Choose;
      for (unsigned t : all) {
        Belief then = b;
        then.chosen = static_cast<int>(t);
        s.by_thread.emplace(t, id_of(std::move(then)));
      }
      return s;
    }
    return step(b, b.chosen >= 0 ? static_cast<unsigned>(b.chosen) : *all.begin());
  }

  // The thread goes on: it does an event, or only something that nobody sees.
  State step(const Belief& b, unsigned thread) {
    std::set<Key> first;
    bool unseen = false;
    for (const Spot& s : b.spots) {
      if (s.edge >= 0) {
        first.insert(edge(s).keys[s.done]);
        continue;
      }
      for (const Edge& e : tree_.at(s.node).edges)
        if (e.thread == thread) e.keys.empty() ? unseen = true : first.insert(e.keys[0]).second;
    }
    auto known = b.known.find(thread);
    if (known == b.known.end() && (unseen || first.size() > 1)) return asked(b, thread);
    if (unseen) return pass_unseen(b, thread, known->second);
    const Key key = known == b.known.end() ? *first.begin() : known->second;
    State s;
    s.kind = State::Event;
    s.thread = thread;
    s.key = key;
    Belief then;
    then.known = b.known;
    then.known.erase(thread);
    std::optional<int> starts;
    auto take = [&](const Spot& spot, int e) {
      then.spots.insert(after(spot, e));
      const int number = edge({spot.node, e, 0}).starts;
      if (starts && *starts != number) refuse("gives a new thread two numbers");
      starts = number;
    };
    for (const Spot& spot : b.spots) {
      if (spot.edge >= 0) {
        if (edge(spot).keys[spot.done] == key) take(spot, spot.edge);
        continue;
      }
      const std::vector<Edge>& edges = tree_.at(spot.node).edges;
      for (size_t e = 0; e < edges.size(); ++e)
        if (edges[e].thread == thread && edges[e].keys[0] == key) take(spot, static_cast<int>(e));
    }
    if (then.spots.empty()) refuse("has a thread come to an event and do another one");
    s.starts = starts.value_or(-1);
    s.next = id_of(std::move(then));
    return s;
  }

  // It takes the edges on which it does nothing, until it comes to its event, which is known, or somebody else goes on.
  State pass_unseen(const Belief& b, unsigned thread, Key key) {
    Belief then;
    then.known = b.known;
    std::vector<uint32_t> work;
    std::set<uint32_t> seen;
    auto reach = [&](uint32_t n) {
      if (seen.insert(n).second) work.push_back(n);
    };
    for (const Spot& spot : b.spots) {
      if (spot.edge < 0)
        reach(spot.node);
      else if (edge(spot).keys[spot.done] == key)
        then.spots.insert(spot);
    }
    while (!work.empty()) {
      const uint32_t n = work.back();
      work.pop_back();
      const std::vector<Edge>& edges = tree_.at(n).edges;
      bool goes = false;
      for (size_t e = 0; e < edges.size(); ++e) {
        if (edges[e].thread != thread) continue;
        goes = true;
        if (edges[e].keys.empty())
          reach(edges[e].to);
        else if (edges[e].keys[0] == key)
          then.spots.insert({n, static_cast<int>(e), 0});
      }
      if (!goes && tree_.next(n, thread).count(key)) then.spots.insert({n, -1, 0});
    }
    if (then.spots.empty()) refuse("lets a thread run for ever without an event");
    State s;
    s.kind = State::Choose;  // there is only one way
    s.by_thread.emplace(thread, id_of(std::move(then)));
    return s;
  }

  const Schedule& s_;
  const Tree tree_;
  std::vector<State> states_;
  std::map<Belief, StateId> ids_;
  std::deque<std::pair<StateId, Belief>> work_;
};

}  // namespace

Automaton automaton(const trace::Schedule& s, const model::Program& p) { return Builder(s, Events(p)).run(); }

}  // namespace heddle::schedule
