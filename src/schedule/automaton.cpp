// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/automaton.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>

#include "base/check.h"
#include "schedule/continuation.h"
#include "schedule/events.h"
#include "schedule/tree.h"

namespace heddle::schedule {

namespace {

using trace::Schedule;
using Edge = Tree::Edge;

constexpr size_t kMostStates = 500'000;

struct Belief {
  std::set<Spot> spots;
  std::map<unsigned, Key> known;  // where threads come next, as far as that was asked
  int chosen = -1;
  auto operator<=>(const Belief&) const = default;
};

class Builder {
 public:
  Builder(const Schedule& s, const Events& events) : s_(s), tree_(s, events) {}

  Automaton run(const std::vector<Earlier>& earlier) {
    Automaton a;
    a.threads = s_.threads;
    a.fair = s_.fair;
    id_of({{{tree_.root(), -1, 0}}, {}, -1});
    finish();
    std::vector<std::vector<Whereabouts>> places;
    for (const Earlier& e : earlier) {
      places.push_back(whereabouts(*e.automaton, tree_, entered(e, places)));
      a.continues.push_back(continued(e, places.back()));
    }
    a.states = std::move(states_);
    return a;
  }

 private:
  void finish() {
    while (!work_.empty()) {
      auto [id, belief] = std::move(work_.front());
      work_.pop_front();
      State s = made(belief);
      for (const Spot& spot : belief.spots) s.nodes.push_back(spot.node);
      s.known = belief.known;
      states_[id] = std::move(s);
    }
  }

  // Programs may have followed a schedule that is older still.
  static std::vector<std::pair<StateId, Whereabouts>> entered(const Earlier& earlier,
                                                              const std::vector<std::vector<Whereabouts>>& before) {
    std::vector<std::pair<StateId, Whereabouts>> out;
    const auto& continues = earlier.automaton->continues;
    HEDDLE_CHECK(continues.size() == before.size()) << "every schedule continues all that are older";
    for (size_t k = 0; k < continues.size(); ++k)
      for (const auto& [from, to] : continues[k]) out.emplace_back(to, before[k][from]);
    return out;
  }

  // Where a program goes on that has followed the earlier schedule to one of its stops.
  std::map<StateId, StateId> continued(const Earlier& earlier, const std::vector<Whereabouts>& places) {
    std::map<StateId, StateId> out;
    for (StateId from : earlier.stops)
      if (!places[from].unknown && !places[from].spots.empty())
        if (auto to = added({places[from].spots, earlier.automaton->states[from].known, -1})) out.emplace(from, *to);
    return out;
  }

  // The state of a belief and all that come behind it; nothing, if one of them cannot be followed from outside.
  std::optional<StateId> added(Belief b) {
    const size_t before = states_.size();
    const StateId id = id_of(std::move(b));
    try {
      finish();
      return id;
    } catch (const InputError&) {
      work_.clear();
      states_.resize(before);
      std::erase_if(ids_, [&](const auto& known) { return known.second >= before; });
      return std::nullopt;
    }
  }

  StateId id_of(Belief b) {
    auto [it, fresh] = ids_.try_emplace(b, static_cast<StateId>(states_.size()));
    if (!fresh) return it->second;
    if (states_.size() >= kMostStates) throw InputError("the schedule is too large to be followed");
    states_.emplace_back();
    work_.emplace_back(it->second, std::move(b));
    return it->second;
  }

  std::set<unsigned> allowed(const Spot& s) const {
    if (s.edge >= 0) return {tree_.edge(s).thread};
    // Whose assumption does not hold never comes to another event: if that thread does, it was elsewhere.
    if (tree_.at(s.node).gives_up >= 0) return {static_cast<unsigned>(tree_.at(s.node).gives_up)};
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

  std::set<Key> all_next(const Belief& b, unsigned thread) const {
    std::set<Key> all;
    for (const Spot& s : b.spots) all.merge(tree_.next(s, thread));
    return all;
  }

  // Does it help to know where the thread comes next? It must be there, and come to something.
  bool tells(const Belief& b, unsigned thread) const {
    if (b.known.count(thread)) return false;
    for (const Spot& s : b.spots)
      if (s_.nodes[s.node].threads.size() <= thread ||
          (tree_.next(s, thread).empty() && !(s.edge < 0 && tree_.at(s.node).gives_up == static_cast<int>(thread))))
        return false;
    const std::set<Key> all = all_next(b, thread);
    return std::any_of(b.spots.begin(), b.spots.end(), [&](const Spot& s) { return tree_.next(s, thread) != all; });
  }

  State asked(const Belief& b, unsigned thread) {
    State s;
    s.kind = State::Decide;
    s.thread = thread;
    for (Key k : all_next(b, thread)) {
      Belief then = b;
      then.known[thread] = k;
      std::erase_if(then.spots, [&](const Spot& spot) { return !tree_.may_come_to(spot, thread, k); });
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
        first.insert(tree_.edge(s).keys[s.done]);
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
      then.spots.insert(tree_.after(spot, e));
      const int number = tree_.edge({spot.node, e, 0}).starts;
      if (starts && *starts != number) refuse("gives a new thread two numbers");
      starts = number;
    };
    for (const Spot& spot : b.spots) {
      if (spot.edge >= 0) {
        if (tree_.edge(spot).keys[spot.done] == key) take(spot, spot.edge);
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
      else if (tree_.edge(spot).keys[spot.done] == key)
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
      if (!goes && tree_.may_come_to({n, -1, 0}, thread, key)) then.spots.insert({n, -1, 0});
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

Automaton automaton(const trace::Schedule& s, const Events& events, const std::vector<Earlier>& earlier) {
  return Builder(s, events).run(earlier);
}

}  // namespace heddle::schedule
