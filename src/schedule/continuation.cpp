// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/continuation.h"

#include <algorithm>

namespace heddle::schedule {

namespace {

class Walk {
 public:
  Walk(const Automaton& walked, const Tree& tree) : a_(walked), tree_(tree), found_(walked.states.size()) {}

  std::vector<Whereabouts> run(const std::vector<std::pair<StateId, Whereabouts>>& entered) {
    join(0, {false, {{tree_.root(), -1, 0}}});
    for (const auto& [at, where] : entered) join(at, where);
    while (!work_.empty()) {
      const StateId id = *work_.begin();
      work_.erase(work_.begin());
      const State& s = a_.states[id];
      const Whereabouts here = found_[id];
      if (s.kind == State::Event) join(s.next, after(here, s));
      for (const auto& [key, to] : s.by_key) join(to, narrowed(here, s.thread, key));
      for (const auto& [thread, to] : s.by_thread) join(to, here);
    }
    return std::move(found_);
  }

 private:
  void join(StateId id, const Whereabouts& more) {
    Whereabouts& mine = found_[id];
    const bool had = mine.unknown;
    const size_t before = mine.spots.size();
    mine.unknown |= more.unknown;
    mine.spots.insert(more.spots.begin(), more.spots.end());
    if (mine.unknown != had || mine.spots.size() != before) work_.insert(id);
  }

  Whereabouts narrowed(Whereabouts w, unsigned thread, Key key) const {
    std::erase_if(w.spots, [&](const Spot& s) { return !tree_.may_come_to(s, thread, key); });
    return w;
  }

  Whereabouts after(const Whereabouts& before, const State& event) const {
    Whereabouts out{before.unknown, {}};
    std::set<uint32_t> seen;
    for (const Spot& s : before.spots)
      if (!step(s, event, seen, out)) out.unknown = true;
    return out;
  }

  // False: the tree does not have this event there.
  bool step(const Spot& s, const State& event, std::set<uint32_t>& seen, Whereabouts& out) const {
    if (s.edge < 0) return seen.insert(s.node).second ? step_from(s.node, event, seen, out) : true;
    const Tree::Edge& e = tree_.edge(s);
    if (e.thread != event.thread) return false;
    return e.keys[s.done] != event.key || take(s, s.edge, event, out);
  }

  bool take(const Spot& s, int edge, const State& event, Whereabouts& out) const {
    if (tree_.edge({s.node, edge, 0}).starts != event.starts) return false;
    out.spots.insert(tree_.after(s, edge));
    return true;
  }

  // All that the thread can do at a node has an edge there; so edges with other events are ways that it did not take.
  bool step_from(uint32_t n, const State& event, std::set<uint32_t>& seen, Whereabouts& out) const {
    const std::vector<Tree::Edge>& edges = tree_.at(n).edges;
    bool goes = false, known = true;
    for (size_t k = 0; k < edges.size(); ++k) {
      if (edges[k].thread != event.thread) continue;
      goes = true;
      if (edges[k].keys.empty())
        known &= step({edges[k].to, -1, 0}, event, seen, out);
      else if (edges[k].keys[0] == event.key)
        known &= take({n, -1, 0}, static_cast<int>(k), event, out);
    }
    return goes ? known : step_behind_others(n, event, seen, out);
  }

  // Somebody else goes on there first, and does nothing that anybody sees: then it may have happened already.
  bool step_behind_others(uint32_t n, const State& event, std::set<uint32_t>& seen, Whereabouts& out) const {
    const std::vector<Tree::Edge>& edges = tree_.at(n).edges;
    for (unsigned t = 0; t < a_.threads.size(); ++t) {
      auto of_thread = [&](const Tree::Edge& e) { return e.thread == t; };
      auto is_seen = [&](const Tree::Edge& e) { return e.thread == t && !e.keys.empty(); };
      if (std::none_of(edges.begin(), edges.end(), of_thread) || std::any_of(edges.begin(), edges.end(), is_seen))
        continue;
      bool known = true;
      for (const Tree::Edge& e : edges)
        if (e.thread == t) known &= step({e.to, -1, 0}, event, seen, out);
      return known;
    }
    return false;
  }

  const Automaton& a_;
  const Tree& tree_;
  std::vector<Whereabouts> found_;
  std::set<StateId> work_;
};

}  // namespace

std::vector<Whereabouts> whereabouts(const Automaton& walked, const Tree& tree,
                                     const std::vector<std::pair<StateId, Whereabouts>>& entered) {
  return Walk(walked, tree).run(entered);
}

}  // namespace heddle::schedule
