// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/impact/rounds.h"

#include <algorithm>

#include "base/check.h"
#include "engines/impact/tree.h"

namespace heddle::impact {

using facts::Facts;
using facts::Int;

namespace {

constexpr size_t kMostNodes = 4000;
constexpr int kSmall = 20;
constexpr size_t kFewSymbols = 14;  // all differences of them are looked at

// Each bound climbs from one threshold to the next.
std::vector<uint64_t> few(std::vector<uint64_t> constants) {
  constexpr size_t kMostConstants = 3;
  if (constants.size() > kMostConstants) constants.resize(kMostConstants);
  return constants;
}

}  // namespace

struct Rounds::Cut {
  std::vector<SymbolId> over;
  std::vector<z3::Term> names;
  Facts facts;
};

struct Rounds::Way {
  std::vector<z3::Term> from, to;                           // symbols, and what they are now
  std::set<NodeId> passed;                                  // cuts
  std::map<unsigned, std::pair<z3::Term, z3::Term>> named;  // terms by their number, and names for them
  z3::Term now(const z3::Term& t) const { return t.substitute(from, to).simplify(); }
};

Rounds::Rounds(z3::Context& context, Places& places, const std::vector<uint64_t>& constants,
               const std::function<bool()>& stop)
    : c_(context),
      places_(places),
      stop_(stop),
      thresholds_(facts::thresholds(few(constants))),
      turns_(places),
      solver_(context) {}

Rounds::~Rounds() = default;

std::vector<Lanes> Rounds::orders() {
  sought_ = Sought::Late;
  draw({});
  const unsigned k = threads_;  // with main
  std::vector<Lanes> found;
  auto add = [&](auto lane_of) {
    Lanes lanes(k, 0);
    for (unsigned t = 1; t < k; ++t) lanes[t] = lane_of(t);
    if (std::find(found.begin(), found.end(), lanes) == found.end()) found.push_back(std::move(lanes));
  };
  add([](unsigned t) { return t - 1; });                  // all in turn
  add([](unsigned t) { return (t - 1) % 2; });            // the first with the second, then the third with the fourth
  add([](unsigned t) { return t == 1 ? 0u : 1u; });       // the first beside the others
  add([&](unsigned t) { return t + 1 == k ? 1u : 0u; });  // the last beside the others
  add([&](unsigned t) { return (t - 1) / ((k + 1) / 2 == 0 ? 1 : k / 2); });  // one half beside the other
  add([](unsigned) { return 0u; });                                           // one after the other
  return found;
}

bool Rounds::find(const Lanes& lanes, Sought sought) {
  sought_ = sought;
  if (!draw(lanes)) return false;
  find_cuts();
  find_leftovers();
  find_relevant();
  if (sought == Sought::Early) find_left_to_late();
  cuts_.clear();
  for (NodeId n = 0; n < nodes_.size(); ++n)
    if (nodes_[n].is_cut) open(n);
  last_look_ = false;
  work_.clear();
  if (!begin()) return false;
  while (!work_.empty()) {
    const NodeId n = *work_.begin();
    work_.erase(work_.begin());
    if (!follow(n)) return false;
  }
  return true;
}

bool Rounds::breaks_somewhere() {
  last_look_ = true;
  work_.clear();
  if ((sought_ != Sought::Late && leaves_out_somebody()) || !begin()) return true;
  for (const auto& [n, cut] : cuts_)
    if (!cut.facts.none() && !follow(n)) return true;
  return !work_.empty();
}

// All nodes that can be reached, as far as control and constants say. False: there are too many.
bool Rounds::draw(const Lanes& lanes) {
  std::set<std::pair<PlaceId, unsigned>> all;
  for (;;) {
    if (!draw_once(lanes, all)) return false;
    if (sought_ == Sought::Late) return true;
    std::optional<NodeId> left_out = leaves_out_somebody();
    if (!left_out) return true;
    all.insert({nodes_[*left_out].place, nodes_[*left_out].lane});
  }
}

bool Rounds::draw_once(const Lanes& lanes, const std::set<std::pair<PlaceId, unsigned>>& all) {
  nodes_.clear();
  std::map<std::pair<PlaceId, unsigned>, NodeId> ids;
  auto node = [&](PlaceId p, unsigned lane) {
    auto [it, fresh] = ids.try_emplace({p, lane}, static_cast<NodeId>(nodes_.size()));
    if (fresh) nodes_.push_back({p, lane, all.count({p, lane}) != 0, {}, {}, false, false});
    return it->second;
  };
  node(places_.start(), 0);
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    if (stop_()) throw Stopped();
    if (nodes_.size() > kMostNodes) return false;
    const PlaceId p = nodes_[n].place;
    threads_ = std::max(threads_, static_cast<unsigned>(places_.at(p).threads.size()));
    nodes_[n].followed = nodes_[n].all ? turns_.everybody(p) : turns_.followed(p, nodes_[n].lane, lanes);
    std::vector<Link> links;
    for (unsigned t : nodes_[n].followed)
      for (const Edge& e : places_.edges(p, t))
        links.push_back({&e, node(e.to, turns_.next(nodes_[n].lane, e, lanes))});
    nodes_[n].links = std::move(links);
  }
  return true;
}

// The thread may be able to take a step here, as far as control and constants say. Whether one that is not can fail is
// asked at every node.
bool Rounds::can_step(const Node& n, unsigned thread) {
  return !places_.is_last(n.place, thread) && !places_.edges(n.place, thread).empty();
}

// A node on a cycle whose nodes all leave out a thread that could go on.
std::optional<Rounds::NodeId> Rounds::leaves_out_somebody() {
  for (unsigned t = 0; t < threads_; ++t) {
    std::vector<bool> without(nodes_.size());
    for (NodeId n = 0; n < nodes_.size(); ++n) {
      const std::vector<unsigned>& f = nodes_[n].followed;
      without[n] = t < places_.at(nodes_[n].place).threads.size() && std::find(f.begin(), f.end(), t) == f.end() &&
                   can_step(nodes_[n], t);
    }
    enum : uint8_t { New, Open, Done };
    std::vector<uint8_t> state(nodes_.size(), New);
    for (NodeId first = 0; first < nodes_.size(); ++first) {
      if (!without[first] || state[first] != New) continue;
      std::vector<std::pair<NodeId, size_t>> stack{{first, 0}};
      state[first] = Open;
      while (!stack.empty()) {
        auto& [n, k] = stack.back();
        if (k == nodes_[n].links.size()) {
          state[n] = Done;
          stack.pop_back();
          continue;
        }
        const NodeId to = nodes_[n].links[k++].to;
        if (!without[to]) continue;
        if (state[to] == Open) return to;
        if (state[to] == New) state[to] = Open, stack.push_back({to, 0});
      }
    }
  }
  return std::nullopt;
}

// The nodes of each cycle, as one number; and which threads go on in it. Cuts may be taken out.
void Rounds::find_components(bool without_cuts, std::vector<uint32_t>& component,
                             std::vector<std::set<unsigned>>& moving) const {
  const NodeId count = static_cast<NodeId>(nodes_.size());
  auto is_out = [&](NodeId n) { return without_cuts && nodes_[n].is_cut; };
  component.assign(count, kNone);
  moving.clear();
  std::vector<uint32_t> number(count, kNone), low(count, 0);
  std::vector<NodeId> open;
  uint32_t next = 0;
  for (NodeId first = 0; first < count; ++first) {
    if (number[first] != kNone) continue;
    std::vector<std::pair<NodeId, size_t>> stack{{first, 0}};
    while (!stack.empty()) {
      auto& [n, k] = stack.back();
      if (number[n] == kNone) number[n] = low[n] = next++, open.push_back(n);
      if (k < nodes_[n].links.size() && !is_out(n)) {
        const NodeId to = nodes_[n].links[k++].to;
        if (is_out(to)) continue;
        if (number[to] == kNone)
          stack.push_back({to, 0});
        else if (component[to] == kNone)
          low[n] = std::min(low[n], number[to]);
        continue;
      }
      if (low[n] == number[n]) {
        for (NodeId m = kNone; m != n; open.pop_back())
          component[m = open.back()] = static_cast<uint32_t>(moving.size());
        moving.emplace_back();
      }
      const uint32_t mine = low[n];
      stack.pop_back();
      if (!stack.empty()) low[stack.back().first] = std::min(low[stack.back().first], mine);
    }
  }
  for (NodeId n = 0; n < count; ++n)
    for (const Link& l : nodes_[n].links)
      if (!is_out(n) && !is_out(l.to) && component[n] == component[l.to]) moving[component[n]].insert(l.edge->thread);
}

// Every cycle gets one, best where all its threads are at the beginning of a round. For early violations, there is one
// wherever ways meet: many conditions are left out, and each of them would double the number of ways.
void Rounds::find_cuts() {
  if (sought_ == Sought::Early) {
    std::vector<unsigned> arrivals(nodes_.size(), 0);
    for (const Node& n : nodes_)
      for (const Link& l : n.links)
        if (++arrivals[l.to] > 1) nodes_[l.to].is_cut = true;
  }
  std::vector<uint32_t> component;
  std::vector<std::set<unsigned>> moving;
  for (;;) {
    find_components(true, component, moving);
    auto score = [&](NodeId n) {
      int between = 0;
      for (unsigned t : moving[component[n]]) between += !turns_.is_head(places_.at(nodes_[n].place).threads[t].at);
      return std::tuple(between, nodes_[n].lane, n);
    };
    std::map<uint32_t, NodeId> best;
    for (NodeId n = 0; n < nodes_.size(); ++n) {
      if (nodes_[n].is_cut || moving[component[n]].empty()) continue;
      auto [it, fresh] = best.try_emplace(component[n], n);
      if (!fresh && score(n) < score(it->second)) it->second = n;
    }
    if (best.empty()) return;
    for (const auto& [c, n] : best) nodes_[n].is_cut = true;
  }
}

// A loop that is left over when another thread, which took turns in it, has ended: it is often not gone through at all.
// Why not is known on the way, and could not be said by facts. So a way goes through such a cut once.
void Rounds::find_leftovers() {
  if (sought_ == Sought::Early) return;
  std::vector<uint32_t> component;
  std::vector<std::set<unsigned>> moving;
  find_components(false, component, moving);
  std::set<uint32_t> seen;
  for (NodeId first = 0; first < nodes_.size(); ++first) {
    const std::set<unsigned>& before = moving[component[first]];
    if (before.size() < 2 || !seen.insert(component[first]).second) continue;
    std::vector<bool> reached(nodes_.size());
    std::vector<NodeId> stack{first};
    while (!stack.empty()) {
      const NodeId n = stack.back();
      stack.pop_back();
      if (reached[n]) continue;
      reached[n] = true;
      const std::set<unsigned>& here = moving[component[n]];
      if (nodes_[n].is_cut && here.size() < before.size() &&
          std::includes(before.begin(), before.end(), here.begin(), here.end()))
        nodes_[n].is_leftover = true;
      for (const Link& l : nodes_[n].links) stack.push_back(l.to);
    }
  }
}

// Symbols that decide what is possible, and what these are computed from. For early violations alone, conditions that
// mention no such symbol and come with no change of one are left out: then everything is possible that they would
// exclude.
void Rounds::find_relevant() {
  relevant_.clear();
  auto collect = [&](const z3::Term& root, bool if_some) {
    std::set<SymbolId> found;
    std::vector<z3::Term> stack{root};
    std::set<unsigned> seen;
    while (!stack.empty()) {
      z3::Term t = stack.back();
      stack.pop_back();
      if (!seen.insert(t.id()).second) continue;
      if (std::optional<SymbolId> s = places_.symbol_of(t.id())) found.insert(*s);
      for (unsigned k = 0; k < t.size(); ++k) stack.push_back(t.arg(k));
    }
    if (if_some && std::none_of(found.begin(), found.end(), [&](SymbolId s) { return relevant_.count(s) != 0; }))
      return false;
    const size_t before = relevant_.size();
    relevant_.insert(found.begin(), found.end());
    return relevant_.size() > before;
  };
  const bool early = sought_ == Sought::Early;
  for (NodeId n = 0; n < nodes_.size(); ++n)
    for (const Trouble& t : places_.troubles(nodes_[n].place))
      if (!early || !is_late(n, t.thread)) collect(t.when, false);
  for (bool again = true; again;) {
    again = false;
    for (const Node& n : nodes_)
      for (const Link& l : n.links) {
        again |= collect(l.edge->guard, early && !has_relevant_update(*l.edge));
        for (const auto& [s, t] : l.edge->updates) {
          if (early && is_relevant(t)) again |= relevant_.insert(s).second;  // a copy may be compared
          if (relevant_.count(s)) again |= collect(t, false);
        }
      }
  }
}

bool Rounds::has_relevant_update(const Edge& e) const {
  return std::any_of(e.updates.begin(), e.updates.end(), [&](const auto& u) { return relevant_.count(u.first) != 0; });
}

bool Rounds::is_relevant(const z3::Term& root) const {
  std::vector<z3::Term> stack{root};
  std::set<unsigned> seen;
  while (!stack.empty()) {
    z3::Term t = stack.back();
    stack.pop_back();
    if (!seen.insert(t.id()).second) continue;
    if (std::optional<SymbolId> s = places_.symbol_of(t.id()); s && relevant_.count(*s)) return true;
    for (unsigned k = 0; k < t.size(); ++k) stack.push_back(t.arg(k));
  }
  return false;
}

// What is looked for at a cut: equations, bounds of symbols and of their differences.
void Rounds::open(NodeId n) {
  std::vector<SymbolId> over;
  std::vector<z3::Term> names;
  facts::Shapes shapes;
  for (SymbolId s : places_.live(nodes_[n].place)) {
    if (!relevant_.count(s) || places_.symbol(s).slot.kind == Slot::Content) continue;
    over.push_back(s);
    names.push_back(places_.symbol(s).now);
  }
  const uint32_t count = static_cast<uint32_t>(over.size());
  shapes.in_equations.assign(count, true);
  shapes.in_cases.assign(count, false);
  for (unsigned width : {32u, 64u}) {
    std::vector<bool> of(count);
    for (uint32_t k = 0; k < count; ++k) of[k] = places_.symbol(over[k]).width >= width;
    if (std::count(of.begin(), of.end(), true) > 1) shapes.wrapping.push_back({width, std::move(of)});
  }
  for (uint32_t u = 0; u < count; ++u) {
    shapes.terms.push_back({u, 0, 1, 0, false});
    shapes.terms.push_back({u, 0, -1, 0, false});
    shapes.never_zero.push_back({u, 0, 1, 0, false});
    for (uint32_t v = 0; v < u; ++v) {
      if (count > kFewSymbols && places_.symbol(over[u]).thread != places_.symbol(over[v]).thread &&
          places_.symbol(over[u]).thread != kNone && places_.symbol(over[v]).thread != kNone)
        continue;
      shapes.terms.push_back({u, v, 1, -1, false});
      shapes.terms.push_back({u, v, -1, 1, false});
    }
  }
  cuts_.emplace(n, Cut{std::move(over), std::move(names), Facts(c_, std::move(shapes), thresholds_)});
}

bool Rounds::ask(const z3::Term& t) {
  if (t.is_false()) return false;
  if (stop_()) throw Stopped();
  ++questions_;
  solver_.push();
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
  again_ = false;
  return nodes_[0].is_cut ? arrive(0, way) : follow(0, way);
}

z3::Term Rounds::in_range(PlaceId p) {
  std::vector<z3::Term> all;
  for (SymbolId s : places_.live(p))
    if (relevant_.count(s)) all.push_back(places_.symbol(s).range);
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
  solver_.push();
  const std::vector<z3::Term> as = written(cut);
  for (z3::Term& t : way.to) t = t.substitute(cut.names, as).simplify();
  solver_.add(way.now(in_range(nodes_[from].place)));
  for (const z3::Term& f : cut.facts.all(as))
    if (const z3::Term fact = f.simplify(); !fact.is_true()) solver_.add(fact);
  way.passed.insert(from);
  begun_ = from;
  again_ = false;
  const bool good = follow(from, way);
  solver_.pop();
  return good;
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
    if (ask(way.now(t.when))) {
      if (!last_look_) solver_.pop();
      return true;
    }
  }
  return false;
}

bool Rounds::follow(NodeId n, const Way& way) {
  if (allows_trouble(n, way)) return false;
  for (const Link& l : nodes_[n].links)
    if (!again_ && !take(l, nodes_[n].links.size() == 1, way)) return false;
  return true;
}

bool Rounds::take(const Link& link, bool only, const Way& way) {
  const Edge& e = *link.edge;
  std::vector<z3::Term> inputs;
  for (const z3::Term& in : e.inputs) inputs.push_back(in.variable("in" + std::to_string(names_++)));
  auto here = [&](const z3::Term& t) { return way.now(t).substitute(e.inputs, inputs).simplify(); };
  const z3::Term guard =
      sought_ == Sought::Early && !has_relevant_update(e) && !is_relevant(e.guard) ? c_.truth(true) : here(e.guard);
  if (guard.is_false()) return true;
  solver_.push();
  solver_.add(guard);
  Way next = way;
  for (const auto& [s, t] : e.updates) {
    if (!relevant_.count(s)) continue;
    z3::Term v = here(t);
    if (!v.is_numeral() && v.op() != z3::Op::Variable) {
      auto [it, fresh] = next.named.try_emplace(v.id(), v, v);
      if (fresh) {
        it->second.second = v.variable("at" + std::to_string(names_++));
        solver_.add(it->second.second == v);
      }
      v = it->second.second;
    }
    const z3::Term symbol = places_.symbol(s).now;
    auto it =
        std::find_if(next.from.begin(), next.from.end(), [&](const z3::Term& f) { return z3::identical(f, symbol); });
    if (it == next.from.end()) {
      next.from.push_back(symbol);
      next.to.push_back(v);
    } else {
      next.to[static_cast<size_t>(it - next.from.begin())] = v;
    }
  }
  bool good = true;
  if (nodes_[link.to].is_cut && !(nodes_[link.to].is_leftover && next.passed.insert(link.to).second)) {
    good = arrive(link.to, next);
  } else {
    if (stop_()) throw Stopped();
    // Where there is one way to go on, the next fork will tell whether it can be gone.
    const z3::Answer a = guard.is_true() || only ? z3::Answer::Sat : solver_.check();
    if (a == z3::Answer::Unknown) throw Stopped();
    if (a == z3::Answer::Sat) good = follow(link.to, next);
  }
  solver_.pop();
  return good;
}

// The facts of the cut come to allow everything with which the way arrives. In the last look: false if they do not.
bool Rounds::arrive(NodeId at, const Way& way) {
  Cut& cut = cuts_.at(at);
  std::vector<z3::Term> now;
  for (const z3::Term& name : cut.names) now.push_back(way.now(name));
  const std::vector<bool> changed(now.size(), true);
  if (last_look_) return !ask(cut.facts.broken(now, changed)) && !ask(!way.now(in_range(nodes_[at].place)));
  bool grew = false;
  // Small numbers first: of large ones it is seen late what they have in common.
  z3::Term small = c_.truth(true);
  for (const z3::Term& t : now)
    if (!t.is_numeral()) small = small && t <= kSmall && t >= -kSmall;
  for (bool with_small = true;;) {
    const z3::Term broken = cut.facts.broken(now, changed);
    if (!ask(with_small ? broken && small : broken)) {
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
  if (grew && at == begun_) again_ = true;  // from more facts there are more ways
  return true;
}

}  // namespace heddle::impact
