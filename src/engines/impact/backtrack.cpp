// SPDX-License-Identifier: GPL-3.0-or-later
// Where nothing good comes of a node (the paper's Backtrack). A failure, or nobody who can go on, is seen at the node
// itself. Here: executions that go round for ever and leave somebody out.
//
// A *moment* is a place together with the values of all variables that decide what happens, where these are numbers
// whatever the inputs were. From the same moment on the same is possible: whoever is refused at one node of a moment is
// refused at all of them, and where a step leads from one of them it may lead from all of them. So moments and steps
// are a graph. When a node is of a moment that was met on the way to it, and was not covered there, the graph says what
// was not tried yet at the moments that can be reached: that is tried next. If nothing is left to try, and every cycle
// in this part of the graph leaves out a thread that can go on in it, no schedule leads on from there, and the node is
// taken back.
//
// A step that may be one of the model only (an attempt to lock that fails although nobody holds the lock; a number that
// is left open) is no reason to take anything back: then there may be schedules for the program.
#include "engines/impact/schedules.h"

#include <algorithm>
#include <deque>
#include <iterator>

namespace heddle::impact {

// The step is one of the program: the model leaves nothing open that decides. If it is the only one there, its guard
// may say in which range an open number is.
bool Schedules::is_exact(NodeId from, const Edge& e) {
  const std::vector<flow::Seen::Act>& acts = e.step->seen.acts;
  if (std::any_of(acts.begin(), acts.end(), [&](const flow::Seen::Act& a) { return turns_.is_attempt(a); }))
    return false;
  bool exact = true;
  auto look = [&](const z3::Term& root) {
    z3::each_part(root, [&](const z3::Term& t) {
      if (t.op() != z3::Op::Variable || places_.symbol_of(t.id()) || flow::Numbers::is_turns(t)) return exact;
      exact &= std::any_of(e.seen.begin(), e.seen.end(), [&](const z3::Term& in) { return z3::identical(in, t); });
      return exact;
    });
  };
  const bool only = places_.edges(tree_.node(from).place, e.thread).size() == 1;
  if (!only || places_.flow().rests[e.step->from].may_give_up) look(e.guard);
  for (const auto& [s, made] : e.updates)
    if (deciding_.decides(places_.symbol(s).slot)) look(made);
  return exact;
}

Schedules::Way& Schedules::way(NodeId n) {
  if (n >= ways_.size()) ways_.resize(n + 1);
  if (ways_[n].is_made) return ways_[n];
  const Node& node = tree_.node(n);
  const bool exact =
      !node.impossible && (!node.edge || (way(node.parent).is_exact && is_exact(node.parent, *node.edge)));
  Way& made = ways_[n];
  made.is_made = true;
  made.is_exact = exact;
  if (!exact) return made;
  Moment m{node.place, {}};
  for (SymbolId s : places_.live(node.place)) {
    if (!deciding_.decides(places_.symbol(s).slot)) continue;
    auto it = node.values.find(s);
    if (it == node.values.end()) return made;
    m.second.push_back(it->second.id());  // a number of Z3: the node keeps the term
  }
  if (Options& options = graph_[m]; options.node == kNone) options.node = n;
  made.moment = std::move(m);
  return made;
}

// There is an execution that leads to it.
bool Schedules::is_reached(NodeId n) {
  if (!way(n).is_reached) way(n).is_reached = tree_.exclude(n, !places_.nothing()).has_value();
  return *way(n).is_reached;
}

void Schedules::refuse(NodeId n, unsigned thread) {
  state(n).refused.insert(thread);
  if (const std::optional<Moment>& m = way(n).moment) refused_in_[*m].insert(thread);
}

bool Schedules::is_refused(NodeId n, unsigned thread) {
  if (state(n).refused.count(thread)) return true;
  const std::optional<Moment>& m = way(n).moment;
  if (!m) return false;
  auto it = refused_in_.find(*m);
  if (it == refused_in_.end() || !it->second.count(thread) || !is_reached(n)) return false;
  state(n).refused.insert(thread);
  return true;
}

bool Schedules::is_lost(NodeId n) {
  const std::optional<Moment>& m = way(n).moment;
  return m && lost_.count(*m) != 0 && is_reached(n);
}

// Its moment was met on the way to it, and taking turns does not help: somebody is refused somewhere, or everybody had
// a turn.
bool Schedules::goes_round(NodeId n) {
  const std::optional<Moment> m = way(n).moment;
  if (!m) return false;
  size_t times = 0;
  for (NodeId x = tree_.node(n).parent; x != kNone; x = tree_.node(x).parent) {
    if (way(x).moment != m) continue;
    if (!refused_in_.empty() || ++times > places_.at(m->first).threads.size()) return true;
  }
  return false;
}

// On the way to the node, at the same moment, the thread went on: what can happen then is followed there. To let it go
// on here as well would only make longer and longer schedules, if the cycle between the two leaves somebody out.
bool Schedules::has_gone_before(NodeId n, unsigned thread) {
  const std::optional<Moment> m = way(n).moment;
  if (!m) return false;
  for (NodeId x = tree_.node(n).parent; x != kNone; x = tree_.node(x).parent)
    if (way(x).moment == m && state(x).followed.count(thread)) return true;
  return false;
}

// The thread goes on at the node: where that leads, as far as it is one moment.
void Schedules::note_step(NodeId n, NodeId child) {
  const std::optional<Moment> from = way(n).moment, to = way(child).moment;
  if (!from) return;
  const Edge& e = *tree_.node(child).edge;
  std::optional<Moment>& leads = graph_[*from].leads[e.thread];
  if (!leads && to && (tree_.known(n, e.guard) == true || is_reached(child))) leads = to;
}

// What can be reached from the node's moment. The thread with which the way to something untried begins; or, if nothing
// is left to try, whether all of it is lost.
std::optional<unsigned> Schedules::untried_from(NodeId n) {
  struct Found {
    Moment at;
    std::optional<unsigned> first;  // with which the way begins
  };
  Part part;
  std::deque<Found> queue{{*way(n).moment, std::nullopt}};
  bool may_be_lost = true;
  while (!queue.empty()) {
    const Found here = std::move(queue.front());
    queue.pop_front();
    auto it = graph_.find(here.at);
    if (it == graph_.end()) return here.first;
    const Options& options = it->second;
    auto [in, fresh] = part.try_emplace(here.at);
    if (!fresh) continue;
    const PlaceId place = here.at.first;
    const auto refused = refused_in_.find(here.at);
    if (is_over(place)) {
      may_be_lost = false;
      continue;
    }
    for (unsigned t = 0; t < places_.at(place).threads.size(); ++t) {
      if (places_.is_last(place, t)) continue;
      const std::optional<bool> can_go = tree_.known(options.node, places_.can_go(place, t));
      // A sleeper may wake without reason, but nobody has to let it.
      if (is_wish(place, t) || (can_go == true && !places_.is_asleep(places_.at(place).threads[t].at)))
        in->second.has_to_go.insert(t);
      if (can_go == false || (refused != refused_in_.end() && refused->second.count(t))) continue;
      const unsigned first = here.first.value_or(t);
      auto leads = options.leads.find(t);
      if (leads == options.leads.end()) return first;
      if (!leads->second) {
        may_be_lost = false;
        continue;
      }
      in->second.to.emplace(t, *leads->second);
      queue.push_back({*leads->second, first});
    }
    may_be_lost &= !in->second.to.empty();  // the end, or it depends
  }
  if (!may_be_lost || has_fair_cycle(part)) return std::nullopt;
  for (const auto& [m, unused] : part) lost_.insert(m);
  return std::nullopt;
}

// Strong fairness: in a strongly connected part, a thread that can go on somewhere and has no step leaves the moments
// where it can go on; then again, in what is left.
bool Schedules::has_fair_cycle(const Part& all) {
  std::vector<std::set<Moment>> open(1);
  for (const auto& [m, unused] : all) open.front().insert(m);
  while (!open.empty()) {
    const std::set<Moment> among = std::move(open.back());
    open.pop_back();
    for (std::set<Moment>& c : components(all, among)) {
      std::set<unsigned> goes, could_go;
      for (const Moment& m : c) {
        could_go.insert(all.at(m).has_to_go.begin(), all.at(m).has_to_go.end());
        for (const auto& [t, to] : all.at(m).to)
          if (c.count(to)) goes.insert(t);
      }
      if (goes.empty()) continue;
      std::set<unsigned> left_out;
      std::set_difference(could_go.begin(), could_go.end(), goes.begin(), goes.end(),
                          std::inserter(left_out, left_out.end()));
      if (left_out.empty()) return true;
      std::erase_if(c, [&](const Moment& m) {
        return std::any_of(left_out.begin(), left_out.end(),
                           [&](unsigned t) { return all.at(m).has_to_go.count(t) != 0; });
      });
      open.push_back(std::move(c));
    }
  }
  return false;
}

// Strongly connected, without recursion (Kosaraju).
std::vector<std::set<Schedules::Moment>> Schedules::components(const Part& all, const std::set<Moment>& among) {
  std::map<Moment, std::vector<const Moment*>> to, from;
  for (const Moment& m : among)
    for (const auto& [t, next] : all.at(m).to)
      if (among.count(next)) to[m].push_back(&next), from[next].push_back(&m);
  std::vector<const Moment*> order;
  std::set<Moment> seen;
  for (const Moment& first : among) {
    std::vector<std::pair<const Moment*, size_t>> path;
    if (seen.insert(first).second) path.push_back({&first, 0});
    while (!path.empty()) {
      auto& [m, k] = path.back();
      if (k == to[*m].size()) {
        order.push_back(m);
        path.pop_back();
      } else if (const Moment* next = to[*m][k++]; seen.insert(*next).second) {
        path.push_back({next, 0});
      }
    }
  }
  std::vector<std::set<Moment>> found;
  std::set<Moment> done;
  for (size_t k = order.size(); k-- > 0;) {
    if (done.count(*order[k])) continue;
    std::set<Moment>& c = found.emplace_back();
    std::vector<const Moment*> stack{order[k]};
    while (!stack.empty()) {
      const Moment* m = stack.back();
      stack.pop_back();
      if (!done.insert(*m).second) continue;
      c.insert(*m);
      stack.insert(stack.end(), from[*m].begin(), from[*m].end());
    }
  }
  return found;
}

}  // namespace heddle::impact
