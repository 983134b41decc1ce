// SPDX-License-Identifier: GPL-3.0-or-later
// The ways between two cuts of Rounds, as formulas.
#include <algorithm>

#include "base/check.h"
#include "engines/impact/rounds.h"
#include "engines/impact/tree.h"

namespace heddle::impact {

using facts::Int;

namespace {

constexpr size_t kMostStages = 20000;
constexpr int kSmall = 20;

}  // namespace

// All ways from a cut to a node: under which conditions one of them is gone, and what symbols are then.
struct Rounds::Way {
  std::vector<z3::Term> when;      // all of these
  std::vector<z3::Term> from, to;  // symbols, and what they are now
  z3::Term now(const z3::Term& t) const { return t.substitute(from, to).simplify(); }
};

bool Rounds::ask(const std::vector<z3::Term>& when, const z3::Term& t) {
  if (t.is_false()) return false;
  if (stop_()) throw Stopped();
  ++questions_;
  solver_.push();
  for (const z3::Term& w : when) solver_.add(w);
  solver_.add(t);
  const z3::Answer a = solver_.check();
  if (a != z3::Answer::Sat) solver_.pop();
  if (a == z3::Answer::Unknown) throw Stopped();
  if (a == z3::Answer::Sat && last_look_) solver_.pop();
  return a == z3::Answer::Sat;
}

// The ways from the first state on.
bool Rounds::begin() {
  Way way;
  for (SymbolId s : places_.live(nodes_[0].place)) {
    way.from.push_back(places_.symbol(s).now);
    way.to.push_back(places_.symbol(s).initially);
  }
  solver_.reset();
  begun_ = kNone;
  return follow({0, {}}, std::move(way));
}

z3::Term Rounds::in_range(NodeId n) {
  std::vector<z3::Term> all;
  for (SymbolId s : nodes_[n].needed) all.push_back(places_.symbol(s).range);
  return z3::conjunction(all, c_);
}

// Symbols that differ by a constant are written with the same name: then threads that compute the same make the same
// terms, and nobody has to find out that they are equal.
std::vector<z3::Term> Rounds::written(const Cut& cut) const {
  const size_t count = cut.names.size();
  std::vector<size_t> like(count);
  std::vector<Int> by(count, 0);  // more than that one
  for (size_t k = 0; k < count; ++k) like[k] = k;
  std::vector<z3::Term> written = cut.names;
  for (const facts::Equation& e : cut.facts.equations()) {
    std::vector<size_t> in;
    for (size_t k = 0; k < count; ++k)
      if (e.by[k] != 0) in.push_back(k);
    if (in.size() != 2 || e.by[in[0]] != -e.by[in[1]] || facts::size(e.by[in[0]]) != 1) continue;
    const size_t u = in[0], v = in[1], old = like[v];
    if (like[u] == old) continue;
    // u = v + d, so the one that v is like is the one that u is like, by[u] - d - by[v] more
    const Int more = by[u] - e.by[u] * e.sum - by[v];
    for (size_t k = 0; k < count; ++k)
      if (like[k] == old) like[k] = like[u], by[k] += more;
  }
  for (size_t k = 0; k < count; ++k)  // unsigned long ones may differ by more than such a constant can say
    if (const auto more = static_cast<int64_t>(by[k]); like[k] != k && more == by[k])
      written[k] = cut.names[like[k]] + c_.integer(more);
  return written;
}

bool Rounds::follow(NodeId from) {
  const Cut& cut = cuts_.at(from);
  Way way;
  for (SymbolId s : places_.live(nodes_[from].place)) {
    way.from.push_back(places_.symbol(s).now);
    way.to.push_back(places_.symbol(s).now);
  }
  solver_.reset();
  const std::vector<z3::Term> as = written(cut);
  for (z3::Term& t : way.to) t = t.substitute(cut.names, as).simplify();
  solver_.add(way.now(in_range(from)));
  for (const z3::Term& f : cut.facts.all(as))
    if (const z3::Term fact = f.simplify(); !fact.is_true()) solver_.add(fact);
  begun_ = from;
  return follow({from, {from}}, std::move(way));
}

// What comes behind a stage. A way ends at a cut, unless that is a leftover that it has not passed yet.
Rounds::Stage Rounds::behind(const Stage& s, NodeId to) const {
  Stage next{to, s.passed};
  if (nodes_[to].is_leftover)
    next.ends = !next.passed.insert(to).second;
  else
    next.ends = nodes_[to].is_cut;
  if (next.ends) next.passed.clear();
  return next;
}

// All stages between the first one and the cuts behind it, each after those it comes from.
std::vector<Rounds::Stage> Rounds::stages(const Stage& first) const {
  std::vector<Stage> order;
  std::set<Stage> seen{first};
  std::vector<std::pair<Stage, size_t>> stack{{first, 0}};
  while (!stack.empty()) {
    auto& [s, k] = stack.back();
    if (s.ends || k == nodes_[s.node].links.size()) {
      order.push_back(std::move(s));
      stack.pop_back();
      continue;
    }
    Stage next = behind(s, nodes_[s.node].links[k++].to);
    if (seen.size() > kMostStages) throw Stopped();
    if (seen.insert(next).second) stack.push_back({std::move(next), 0});
  }
  std::reverse(order.begin(), order.end());
  return order;
}

bool Rounds::follow(Stage first, Way way) {
  names_of_.clear();
  first.ends = begun_ == kNone && nodes_[first.node].is_cut;
  std::map<Stage, std::vector<Way>> coming;
  coming[first].push_back(std::move(way));
  for (const Stage& s : stages(first)) {
    auto it = coming.find(s);
    if (it == coming.end()) continue;
    const Way here = meet(s.node, std::move(it->second));
    coming.erase(it);
    if (s.ends) {
      if (!arrive(s.node, here)) return false;
      if (work_.count(begun_)) return true;  // from fewer facts there are more ways
      continue;
    }
    if (allows_trouble(s.node, here)) return false;
    for (const Link& l : nodes_[s.node].links)
      if (std::optional<Way> next = take(l, nodes_[s.node].links.size() == 1, here))
        coming[behind(s, l.to)].push_back(std::move(*next));
  }
  return true;
}

// A variable that is the term. What is computed alike has the same name.
z3::Term Rounds::named(const z3::Term& t) {
  if (t.is_numeral() || t.is_true() || t.is_false() || t.op() == z3::Op::Variable) return t;
  auto [it, fresh] = names_of_.try_emplace(t.id(), t, t);
  if (fresh) {
    it->second.second = t.variable("at" + std::to_string(names_++));
    solver_.add(it->second.second == t);
  }
  return it->second.second;
}

bool Rounds::excludes(const z3::Term& one, const std::vector<z3::Term>& others) {
  if (stop_()) throw Stopped();
  ++questions_;
  solver_.push();
  solver_.add(one);
  solver_.add(z3::disjunction(others, c_));
  const z3::Answer a = solver_.check();
  solver_.pop();
  return a == z3::Answer::Unsat;
}

// Ways that meet at a node go on as one.
Rounds::Way Rounds::meet(NodeId n, std::vector<Way> ways) {
  if (ways.size() == 1) return std::move(ways[0]);
  auto has = [](const std::vector<z3::Term>& all, const z3::Term& t) {
    return std::any_of(all.begin(), all.end(), [&](const z3::Term& u) { return z3::identical(t, u); });
  };
  Way one;
  for (const z3::Term& t : ways[0].when)
    if (std::all_of(ways.begin(), ways.end(), [&](const Way& w) { return has(w.when, t); })) one.when.push_back(t);
  std::vector<z3::Term> by;  // which of them is gone
  for (const Way& w : ways) {
    std::vector<z3::Term> more;
    for (const z3::Term& t : w.when)
      if (!has(one.when, t)) more.push_back(t);
    by.push_back(named(z3::conjunction(more, c_).simplify()));
  }
  // Where several of them may be gone, one is chosen.
  for (size_t k = 0; k + 1 < ways.size(); ++k)
    if (!excludes(by[k], {by.begin() + static_cast<std::ptrdiff_t>(k) + 1, by.end()}))
      by[k] = by[k] && by[k].variable("gone" + std::to_string(names_++));
  const z3::Term some = z3::disjunction(by, c_).simplify();
  for (SymbolId s : nodes_[n].needed) {
    const z3::Term symbol = places_.symbol(s).now;
    z3::Term is = ways.back().now(symbol);
    for (size_t k = ways.size() - 1; k-- > 0;) {
      const z3::Term other = ways[k].now(symbol);
      if (!z3::identical(other, is)) is = z3::ite(by[k], other, is);
    }
    one.from.push_back(symbol);
    one.to.push_back(named(is.simplify()));
  }
  if (!some.is_true()) one.when.push_back(named(some));
  return one;
}

// All other threads have ended.
bool Rounds::is_late(NodeId n, unsigned thread) const {
  const PlaceId p = nodes_[n].place;
  for (unsigned t = 0; t < places_.at(p).threads.size(); ++t)
    if (t != thread && !places_.is_last(p, t)) return false;
  return true;
}

// A violation that is early in some executions may be late in the order that is followed, and the other way round:
// where one order leaves it to the other, that one must not leave it to this one.
void Rounds::find_left_to_late() {
  left_to_late_.clear();
  for (NodeId n = 0; n < nodes_.size(); ++n)
    for (const Trouble& t : places_.troubles(nodes_[n].place))
      if (is_late(n, t.thread)) left_to_late_.insert(t.fault);
}

bool Rounds::allows_trouble(NodeId n, const Way& way) {
  const std::vector<unsigned>& followed = nodes_[n].followed;
  auto is_followed = [&](unsigned t) { return std::find(followed.begin(), followed.end(), t) != followed.end(); };
  for (const Trouble& t : places_.troubles(nodes_[n].place)) {
    if (t.kind != Trouble::Failure && t.kind != Trouble::Undefined) continue;
    if (!is_followed(t.thread) && can_step(nodes_[n], t.thread)) continue;
    const bool late = is_late(n, t.thread);
    if (late ? sought_ == Sought::Early : sought_ == Sought::Late && !left_to_late_.count(t.fault)) continue;
    if (ask(way.when, way.now(t.when))) {
      if (!last_look_) solver_.pop();
      return true;
    }
  }
  return false;
}

std::optional<Rounds::Way> Rounds::take(const Link& link, bool only, const Way& way) {
  const Edge& e = *link.edge;
  std::vector<z3::Term> inputs;
  for (const z3::Term& in : e.inputs) inputs.push_back(in.variable("in" + std::to_string(names_++)));
  auto here = [&](const z3::Term& t) { return way.now(t).substitute(e.inputs, inputs).simplify(); };
  const z3::Term guard = is_left_out(e) ? c_.truth(true) : here(e.guard);
  if (guard.is_false()) return std::nullopt;
  Way next = way;
  if (!guard.is_true()) {
    if (!only) {  // where there is one way to go on, the next fork will tell whether it can be gone
      if (!ask(way.when, guard)) return std::nullopt;
      if (!last_look_) solver_.pop();
    }
    next.when.push_back(guard);
  }
  for (const auto& [s, t] : e.updates) {
    if (!relevant_.count(s)) continue;
    const z3::Term v = named(here(t)), symbol = places_.symbol(s).now;
    auto it =
        std::find_if(next.from.begin(), next.from.end(), [&](const z3::Term& f) { return z3::identical(f, symbol); });
    if (it == next.from.end()) {
      next.from.push_back(symbol);
      next.to.push_back(v);
    } else {
      next.to[static_cast<size_t>(it - next.from.begin())] = v;
    }
  }
  return next;
}

// The facts of the cut come to allow everything with which the way arrives. In the last look: false if they do not.
bool Rounds::arrive(NodeId at, const Way& way) {
  Cut& cut = cuts_.at(at);
  std::vector<z3::Term> now;
  for (const z3::Term& name : cut.names) now.push_back(way.now(name));
  const std::vector<bool> changed(now.size(), true);
  if (last_look_) return !ask(way.when, cut.facts.broken(now, changed)) && !ask(way.when, !way.now(in_range(at)));
  bool grew = false;
  // Small numbers first: of large ones it is seen late what they have in common.
  z3::Term small = c_.truth(true);
  for (const z3::Term& t : now)
    if (!t.is_numeral()) small = small && t <= kSmall && t >= -kSmall;
  for (bool with_small = true;;) {
    const z3::Term broken = cut.facts.broken(now, changed);
    if (!ask(way.when, with_small ? broken && small : broken)) {
      if (!with_small) break;
      with_small = false;
      continue;
    }
    z3::Model m = solver_.model();
    std::vector<Int> point;
    for (const z3::Term& t : now) {
      z3::Term value = m.value(t);
      if (!value.is_numeral()) throw Stopped();
      point.push_back(facts::parse_number(value.text()));
    }
    solver_.pop();
    HEDDLE_CHECK(cut.facts.add(point)) << "a model that breaks no fact";
    grew = true;
  }
  if (grew) work_.insert(at);
  return true;
}

}  // namespace heddle::impact
