// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/impact/schedules.h"

#include <algorithm>
#include <deque>

namespace heddle::impact {

namespace {
constexpr size_t kMostTries = 6;  // older nodes that may be made to cover one
}

Schedules::State& Schedules::state(NodeId n) {
  if (n >= states_.size()) states_.resize(n + 1);
  return states_[n];
}

bool Schedules::is_followed(NodeId n, unsigned thread) const {
  return n < states_.size() && states_[n].followed.count(thread) != 0;
}

bool Schedules::is_skipped(NodeId n, unsigned thread) const {
  if (auto it = wanted_.find(n); it != wanted_.end() && it->second.count(thread)) return false;
  return can_be_skipped(places_, tree_, n, thread);
}

bool Schedules::is_impossible(NodeId n) const {
  const std::vector<z3::Term>& label = tree_.node(n).label;
  return std::any_of(label.begin(), label.end(), [](const z3::Term& t) { return t.is_false(); });
}

bool Schedules::is_behind_impossible(NodeId n) const {
  for (; n != kNone; n = tree_.node(n).parent)
    if (is_impossible(n)) return true;
  return false;
}

// The thread that came here goes on, unless it has made so many rounds, or calls something slow, or sleeps. (Who
// sleeps could go on by itself, wake for no reason and sleep again, for ever, while those whom it waits for stand by.)
bool Schedules::is_in_turn(NodeId n) {
  const Node& node = tree_.node(n);
  if (!node.edge) return false;
  const unsigned thread = node.edge->thread;
  if (places_.is_asleep(places_.at(node.place).threads[thread].at)) return false;
  const std::vector<flow::Seen::Act>& acts = node.edge->step->seen.acts;
  auto is_slow = [&](const flow::Seen::Act& a) { return turns_.slow.count(a.proc) != 0; };
  if (std::any_of(acts.begin(), acts.end(), is_slow)) return false;
  return rounds_made(n) < turns_.rounds;
}

// The step to the node completes a round that counts: one in which the thread does something that others notice, or
// that may go on like this for ever.
bool Schedules::makes_round(NodeId n) {
  if (state(n).makes_round) return *state(n).makes_round;
  const Edge* last = tree_.node(n).edge;
  bool makes = last->step->jumps_back;
  std::vector<Endless::Taken> round;
  for (NodeId x = n; makes && tree_.node(x).edge; x = tree_.node(x).parent) {
    const Edge& e = *tree_.node(x).edge;
    if (e.thread != last->thread || !endless_.is_unnoticed(e)) break;
    round.push_back({tree_.node(tree_.node(x).parent).place, &e});
    if (e.step->from != last->step->to) continue;
    makes = !endless_.is_finite(round);
    break;
  }
  state(n).makes_round = makes;
  return makes;
}

// In this turn, so far.
unsigned Schedules::rounds_made(NodeId n) {
  unsigned rounds = 0;
  for (NodeId x = n; tree_.node(x).edge && tree_.node(x).edge->thread == tree_.node(n).edge->thread;
       x = tree_.node(x).parent)
    rounds += makes_round(x);
  return std::min(rounds, turns_.rounds);
}

// A node in an early round must not go on at one in a late round: the turn would get shorter than was asked for.
bool Schedules::is_as_far_in_turn(NodeId n, NodeId older) {
  if (turns_.rounds == 1 || !tree_.node(n).edge || !tree_.node(older).edge) return true;
  const bool stays = is_in_turn(n);
  if (!stays || !is_in_turn(older)) return stays == is_in_turn(older);
  return tree_.node(n).edge->thread == tree_.node(older).edge->thread && rounds_made(n) == rounds_made(older);
}

// The paper's Schedule_Thread: the thread whose turn it is, then the others, first the one that has not gone for the
// longest time.
std::vector<unsigned> Schedules::in_order(NodeId n) {
  const Node& node = tree_.node(n);
  std::vector<unsigned> all(places_.at(node.place).threads.size()), last(all.size(), 0);
  for (unsigned t = 0; t < all.size(); ++t) all[t] = t;
  for (NodeId x = n; tree_.node(x).edge; x = tree_.node(x).parent) {
    unsigned& depth = last[tree_.node(x).edge->thread];
    if (depth == 0) depth = tree_.node(x).depth;
  }
  const bool stays = is_in_turn(n);
  if (stays) last[node.edge->thread] = 0, std::swap(all[0], all[node.edge->thread]);
  std::stable_sort(all.begin() + (stays ? 1 : 0), all.end(),
                   [&](unsigned a, unsigned b) { return last[a] != last[b] ? last[a] < last[b] : a < b; });
  return all;
}

Schedules::Progress Schedules::next() {
  for (;;) {
    while (!work_.empty()) {
      NodeId n = work_.back();
      work_.pop_back();
      tick_();
      if (is_dead(n) || tree_.node(n).covered_by != kNone || !is_alive(n) || !state(n).followed.empty() ||
          is_behind_impossible(n))
        continue;
      if (is_lost(n))
        take_back(n);
      else if (!close(n))
        if (std::optional<Found> found = look_at(n)) {
          requeue_uncovered();
          return {Progress::Violation, std::move(found)};
        }
      requeue_uncovered();
    }
    if (uncover_from_impossible()) continue;
    if (!pending_.empty()) {
      Found found = std::move(pending_.back());
      pending_.pop_back();
      return {Progress::Violation, std::move(found)};
    }
    if (is_dead(Tree::kRoot)) return {};
    std::set<std::pair<NodeId, unsigned>> now;
    for (NodeId n : reached())
      for (unsigned t : state(n).followed) now.insert({n, t});
    if (!now.empty() && now != told_) {
      told_ = std::move(now);
      return {Progress::Safe, std::nullopt};
    }
    if (!start_another()) return {};
  }
}

// What is behind an impossible node is not followed any further, so it covers nothing. A label may have become false
// after a cover was made.
bool Schedules::uncover_from_impossible() {
  bool some = false;
  for (NodeId n : reached()) {
    const NodeId by = tree_.node(n).covered_by;
    if (by == kNone || is_impossible(n) || !is_behind_impossible(by)) continue;
    tree_.uncover(n);
    work_.push_back(n);
    some = true;
  }
  return some;
}

void Schedules::requeue_uncovered() {
  for (NodeId u : tree_.take_uncovered())
    if (!is_dead(u)) work_.push_back(u);
}

// Chooses the thread that goes on. A violation is handed out once; the node comes again then.
std::optional<Found> Schedules::look_at(NodeId n) {
  const PlaceId place = tree_.node(n).place;
  const unsigned threads = static_cast<unsigned>(places_.at(place).threads.size());
  if (is_over(place)) return std::nullopt;
  for (const Trouble& t : places_.troubles(place))
    if (t.ring)
      if (std::optional<Feasible> how = tree_.exclude(n, t.when)) {
        take_back(n);
        return Found{t, std::move(*how), n};
      }
  // All sleep or wait. Whoever is held to a schedule is woken, but the program alone may stay like that.
  for (const Trouble& t : places_.troubles(place))
    if (t.kind == Trouble::Deadlock && !t.ring && !sleepers_told_.count(place))
      if (std::optional<Feasible> how = tree_.exclude(n, t.when)) {
        sleepers_told_.insert(place);
        work_.push_back(n);
        return Found{t, std::move(*how), n};
      }
  std::vector<unsigned> order = in_order(n);
  if (goes_round(n)) {
    const std::optional<unsigned> first = untried_from(n);
    if (is_lost(n)) {
      take_back(n);
      return std::nullopt;
    }
    if (first) std::rotate(order.begin(), std::find(order.begin(), order.end(), *first), order.end());
  }
  bool somebody = false;
  for (unsigned t : order) {
    if (places_.is_last(place, t)) continue;
    somebody = true;
    if (is_refused(n, t)) continue;
    std::optional<Found> found;
    switch (turn(n, t, found)) {
      case Turn::Goes: follow(n, t); return std::nullopt;
      case Turn::Waits: break;
      case Turn::Fails:
        refuse(n, t);
        work_.push_back(n);
        return found;
    }
  }
  if (!somebody) return std::nullopt;  // the end
  // Nobody is sure to go on. Is that so in some execution, or is none here?
  if (std::optional<Feasible> how = tree_.exclude(n, nobody_can_go(n))) {
    take_back(n);
    Trouble t{Trouble::Deadlock, 0, 0, nobody_can_go(n), nullptr, nullptr, nullptr, {}, false};
    return Found{t, std::move(*how), n};
  }
  if (tree_.implies(n, places_.nothing())) return std::nullopt;
  if (!tree_.exclude(n, !places_.nothing())) return std::nullopt;  // no execution leads here
  for (unsigned t = 0; t < threads; ++t)
    if (!state(n).refused.count(t)) leave_out(n, t);
  take_back(n);
  return std::nullopt;
}

// The program has ended, or goes no further: main has returned, or somebody else has ended it, or an assumption does
// not hold. A schedule may end there. In other schedules the others go on, since they may do so before the end: that is
// part of a longer step here.
bool Schedules::is_over(PlaceId p) const {
  const std::vector<Thread>& all = places_.at(p).threads;
  return std::any_of(all.begin(), all.end(),
                     [&](const Thread& t) { return places_.flow().rests[t.at].spot.phase == flow::Spot::Stuck; });
}

void Schedules::leave_out(NodeId n, unsigned thread) {
  if (!left_out_ && can_go(n, thread))
    left_out_ = places_.flow().rests[places_.at(tree_.node(n).place).threads[thread].at].pos;
}

z3::Term Schedules::nobody_can_go(NodeId n) {
  z3::Term nobody = !places_.nothing();
  const PlaceId place = tree_.node(n).place;
  for (unsigned t = 0; t < places_.at(place).threads.size(); ++t)
    if (!places_.is_last(place, t)) nobody = nobody && !places_.can_go(place, t);
  return nobody.simplify();
}

Schedules::Turn Schedules::turn(NodeId n, unsigned thread, std::optional<Found>& found) {
  const PlaceId place = tree_.node(n).place;
  const RestId rest = places_.at(place).threads[thread].at;
  if (places_.flow().rests[rest].may_wait) {
    const z3::Term waits = (!places_.can_go(place, thread)).simplify();
    if (waits.is_true() || (!waits.is_false() && tree_.exclude(n, waits))) return Turn::Waits;
  }
  for (const Trouble& t : places_.troubles(place)) {
    if (t.thread != thread || (t.kind != Trouble::Failure && t.kind != Trouble::Undefined)) continue;
    if (std::optional<Feasible> how = tree_.exclude(n, t.when, t.seen)) {
      found = Found{t, std::move(*how), n};
      return Turn::Fails;
    }
  }
  return Turn::Goes;
}

void Schedules::follow(NodeId n, unsigned thread) {
  state(n).followed.insert(thread);
  tree_.mark_expanded(n, thread);
  for (const Edge& e : places_.edges(tree_.node(n).place, thread))
    if (!tree_.implies(n, !e.guard)) {
      work_.push_back(tree_.grow(n, e));
      note_step(n, work_.back());
    }
}

// Nothing good comes of this node: whoever led here does not.
void Schedules::take_back(NodeId n) {
  if (const std::optional<Moment>& m = way(n).moment) lost_.insert(*m);
  const NodeId parent = tree_.node(n).parent;
  if (parent == kNone) {
    state(n).dead = true;
    return;
  }
  const unsigned thread = tree_.node(n).edge->thread;
  for (NodeId c : std::vector<NodeId>(tree_.node(parent).children))
    if (!is_dead(c) && tree_.node(c).edge->thread == thread) kill(c);
  state(parent).followed.erase(thread);
  refuse(parent, thread);
  if (state(parent).followed.empty()) work_.push_back(parent);
}

void Schedules::kill(NodeId n) {
  std::vector<NodeId> stack{n};
  while (!stack.empty()) {
    NodeId x = stack.back();
    stack.pop_back();
    if (is_dead(x)) continue;
    state(x).dead = true;
    tree_.uncover(x);
    for (NodeId c : std::vector<NodeId>(tree_.node(x).covers)) {
      tree_.uncover(c);
      work_.push_back(c);
    }
    for (NodeId c : tree_.node(x).children) stack.push_back(c);
  }
}

bool Schedules::close(NodeId n) {
  const PlaceId place = tree_.node(n).place;
  const std::vector<NodeId> older = tree_.at(place);
  size_t tries = 0;
  for (bool force : {false, true})
    for (size_t k = older.size(); k-- > 0;) {
      NodeId w = older[k];
      if (w >= n || !is_alive(w) || state(w).followed.empty() || is_behind_impossible(w) || !is_as_far_in_turn(n, w))
        continue;
      tree_.cover(n, w);
      const bool fair = is_fair_from(w, Fairness::Fair) || is_fair_from(w, Fairness::Admits);
      tree_.uncover(n);
      if (!fair) continue;
      if (force && ++tries > kMostTries) break;
      if (!tree_.covers(w, n, force)) continue;
      tree_.cover(n, w);
      for (unsigned t = 0; t < places_.at(place).threads.size(); ++t)
        if (!places_.is_last(place, t) && is_skipped(w, t) && !is_skipped(n, t)) wanted_[w].insert(t);
      return true;
    }
  return false;
}

bool Schedules::can_go(NodeId n, unsigned thread) {
  const PlaceId place = tree_.node(n).place;
  if (places_.is_last(place, thread)) return false;
  const z3::Term& can = places_.can_go(place, thread);
  if (can.is_true()) return true;
  if (can.is_false() || state(n).waits.count(thread)) return false;
  if (state(n).goes.count(thread) || tree_.exclude(n, can)) {
    state(n).goes.insert(thread);  // in some execution that leads here
    return true;
  }
  state(n).waits.insert(thread);
  return false;
}

bool Schedules::is_wish(PlaceId p, unsigned thread) const {
  return turns_.is_wish(places_.flow().rests[places_.at(p).threads[thread].at]);
}

bool Schedules::has_to_go(NodeId n, unsigned thread) {
  return is_wish(tree_.node(n).place, thread) || can_go(n, thread);
}

// Without the edges of a thread, or without the nodes where it may be chosen, no node where it can go on is part of a
// cycle.
bool Schedules::is_fair_from(NodeId start, Fairness kind) {
  Endless::Graph all;
  std::vector<NodeId> stack{start};
  unsigned threads = 0;
  while (!stack.empty()) {
    const NodeId n = stack.back();
    stack.pop_back();
    if (all.count(n)) continue;
    threads = std::max(threads, static_cast<unsigned>(places_.at(tree_.node(n).place).threads.size()));
    std::vector<Endless::Way>& ways = all[n];
    if (tree_.node(n).covered_by != kNone)
      ways.push_back({tree_.node(n).covered_by, nullptr});
    else
      for (NodeId c : tree_.node(n).children)
        if (!is_dead(c) && is_followed(n, tree_.node(c).edge->thread)) ways.push_back({c, tree_.node(c).edge});
    for (const Endless::Way& w : ways) stack.push_back(w.to);
  }
  for (unsigned t = 0; t < threads; ++t) {
    Endless::Graph without;
    for (const auto& [n, ways] : all) {
      if (kind == Fairness::Admits && is_followed(n, t)) continue;
      std::vector<Endless::Way>& kept = without[n];
      for (const Endless::Way& w : ways)
        if (!w.edge || w.edge->thread != t) kept.push_back(w);
    }
    auto is_left_out = [&](const std::vector<NodeId>& ring) {
      return std::any_of(ring.begin(), ring.end(), [&](NodeId n) {
        return t < places_.at(tree_.node(n).place).threads.size() && has_to_go(n, t);
      });
    };
    auto some_is_left_out = [&](const std::vector<std::vector<NodeId>>& rings) {
      return std::any_of(rings.begin(), rings.end(), is_left_out);
    };
    if (some_is_left_out(Endless::rings(without)) && some_is_left_out(endless_.endless_rings(without))) return false;
  }
  return true;
}

std::vector<NodeId> Schedules::reached() const {
  std::vector<NodeId> all;
  if (is_dead(Tree::kRoot)) return all;
  std::deque<NodeId> queue{Tree::kRoot};
  while (!queue.empty()) {
    NodeId n = queue.front();
    queue.pop_front();
    all.push_back(n);
    if (tree_.node(n).covered_by != kNone || is_impossible(n)) continue;
    for (NodeId c : tree_.node(n).children)
      if (!is_dead(c) && is_followed(n, tree_.node(c).edge->thread)) queue.push_back(c);
  }
  return all;
}

// The paper's New_Schedule_Start: the first node, breadth first, where another thread could go on as well.
bool Schedules::start_another() {
  for (NodeId n : reached()) {
    if (tree_.node(n).covered_by != kNone) continue;
    const PlaceId place = tree_.node(n).place;
    for (unsigned t = 0; t < places_.at(place).threads.size(); ++t) {
      if (places_.is_last(place, t) || state(n).followed.count(t) || is_refused(n, t) || is_skipped(n, t) ||
          has_gone_before(n, t))
        continue;
      std::optional<Found> found;
      switch (turn(n, t, found)) {
        case Turn::Goes:
          follow(n, t);
          requeue_uncovered();
          return true;
        case Turn::Waits:
          leave_out(n, t);
          state(n).refused.insert(t);
          break;
        case Turn::Fails:
          // It is told when the node comes again.
          pending_.push_back(std::move(*found));
          refuse(n, t);
          return true;
      }
    }
  }
  return false;
}

bool Schedules::breaks_somewhere() {
  std::set<NodeId> all;
  for (NodeId n : reached()) all.insert(n);
  if (!tree_.look_once_more([&](NodeId n) { return all.count(n) != 0; }).holds()) return true;
  for (NodeId n : all) {
    const Node& node = tree_.node(n);
    if (is_impossible(n)) continue;
    if (node.covered_by != kNone) {
      if (!all.count(node.covered_by) || tree_.node(node.covered_by).covered_by != kNone) return true;
      continue;
    }
    if (tree_.implies(n, places_.nothing())) continue;
    for (const Trouble& x : places_.troubles(node.place))
      if (x.ring && !tree_.implies(n, !x.when)) return true;
    bool goes = false, somebody = false;
    for (unsigned t = 0; t < places_.at(node.place).threads.size(); ++t) {
      if (places_.is_last(node.place, t)) continue;
      somebody = true;
      if (!is_followed(n, t)) continue;
      goes = true;
      if (!tree_.implies(n, places_.can_go(node.place, t))) return true;
      for (const Trouble& x : places_.troubles(node.place))
        if (x.thread == t && (x.kind == Trouble::Failure || x.kind == Trouble::Undefined) && !tree_.implies(n, !x.when))
          return true;
      for (const Edge& e : places_.edges(node.place, t)) {
        bool grown = std::any_of(node.children.begin(), node.children.end(),
                                 [&](NodeId c) { return tree_.node(c).edge == &e && all.count(c); });
        if (!grown && !tree_.implies(n, !e.guard)) return true;
      }
    }
    if (somebody && !goes && !is_over(node.place)) return true;
  }
  return !is_fair_from(Tree::kRoot, Fairness::Fair) && !is_fair_from(Tree::kRoot, Fairness::Admits);
}

}  // namespace heddle::impact
