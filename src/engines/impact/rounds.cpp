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
constexpr size_t kFewSymbols = 8;    // all differences of them are looked at; of more, those that the program compares
constexpr size_t kMostCompared = 6;  // at once
constexpr size_t kMostValues = 3;    // of a flag
constexpr size_t kMostCases = 12;

}  // namespace

Rounds::Rounds(z3::Context& context, Places& places, const std::function<bool()>& stop)
    : c_(context), places_(places), stop_(stop), turns_(context, places), solver_(context) {}

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
  find_needed();
  find_shapes();
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

LastLook Rounds::look_once_more() {
  LastLook look;
  last_look_ = true;
  work_.clear();
  look.labels = 1;  // what holds at the start
  if ((sought_ != Sought::Late && leaves_out_somebody()) || !begin()) return look;
  for (const auto& [n, cut] : cuts_) {
    ++look.labels;
    if (!cut.facts.none() && !follow(n)) return look;
  }
  if (work_.empty()) look.broken = trace::Answer::Unsat;
  return look;
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
    nodes_[n].followed =
        nodes_[n].all ? turns_.everybody(p) : turns_.followed(p, nodes_[n].lane, lanes, sought_ == Sought::Late);
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

// Every cycle gets one, best where all its threads are at the beginning of a round.
void Rounds::find_cuts() {
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
    const std::set<SymbolId> found = symbols(root);
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
  bool found = false;
  z3::each_part(root, [&](const z3::Term& t) {
    if (std::optional<SymbolId> s = places_.symbol_of(t.id()); s && relevant_.count(*s)) found = true;
    return !found && t.op() != z3::Op::Element;
  });
  return found;
}

std::set<SymbolId> Rounds::symbols(const z3::Term& root) const {
  std::set<SymbolId> found;
  z3::each_part(root, [&](const z3::Term& t) {
    if (std::optional<SymbolId> s = places_.symbol_of(t.id())) found.insert(*s);
    return true;
  });
  return found;
}

// For early violations, conditions that decide nothing about them are left out.
bool Rounds::is_left_out(const Edge& e) const {
  return sought_ == Sought::Early && !has_relevant_update(e) && !is_relevant(e.guard);
}

// What is still read from a node on, before it gets another value.
void Rounds::find_needed() {
  struct Read {
    std::set<SymbolId> guard;
    std::vector<std::pair<SymbolId, std::set<SymbolId>>> updates;
  };
  std::map<const Edge*, Read> reads;
  std::vector<std::vector<NodeId>> before(nodes_.size());
  std::vector<std::set<SymbolId>> needed(nodes_.size());
  std::set<NodeId> work;
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    work.insert(n);
    for (const Trouble& t : places_.troubles(nodes_[n].place)) needed[n].merge(symbols(t.when));
    for (const Link& l : nodes_[n].links) {
      before[l.to].push_back(n);
      auto [it, fresh] = reads.try_emplace(l.edge);
      if (!fresh) continue;
      if (!is_left_out(*l.edge)) it->second.guard = symbols(l.edge->guard);
      for (const auto& [s, t] : l.edge->updates)
        if (relevant_.count(s)) it->second.updates.push_back({s, symbols(t)});
    }
  }
  while (!work.empty()) {
    const NodeId n = *work.rbegin();
    work.erase(n);
    const size_t had = needed[n].size();
    for (const Link& l : nodes_[n].links) {
      const Read& r = reads.at(l.edge);
      std::set<SymbolId> then = needed[l.to];
      for (const auto& [s, in] : r.updates) then.erase(s);
      for (const auto& [s, in] : r.updates)
        if (needed[l.to].count(s)) then.insert(in.begin(), in.end());
      then.insert(r.guard.begin(), r.guard.end());
      needed[n].merge(then);
    }
    if (needed[n].size() != had) work.insert(before[n].begin(), before[n].end());
  }
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    nodes_[n].needed.clear();
    for (SymbolId s : places_.live(nodes_[n].place))
      if (relevant_.count(s) && needed[n].count(s)) nodes_[n].needed.push_back(s);
  }
}

// Which symbols are compared with each other, and with which constants; and which say something by one of a few values.
void Rounds::find_shapes() {
  compared_.clear();
  flags_.clear();
  std::set<SymbolId> varied;
  std::set<std::pair<SymbolId, SymbolId>> copies;
  std::set<uint64_t> constants;
  auto relate = [&](const std::set<SymbolId>& all) {
    if (all.size() > kMostCompared) return;
    for (SymbolId u : all)
      for (SymbolId v : all) compared_.insert({u, v});
  };
  std::set<unsigned> seen;
  auto compare = [&](const z3::Term& root) {
    std::vector<z3::Term> stack{root};
    while (!stack.empty()) {
      z3::Term t = stack.back();
      stack.pop_back();
      if (!seen.insert(t.id()).second) continue;
      switch (t.op()) {
        case z3::Op::Equal:
        case z3::Op::LessEqual:
        case z3::Op::GreaterEqual:
        case z3::Op::Less:
        case z3::Op::Greater:
          relate(symbols(t));
          for (unsigned k = 0; k < t.size(); ++k)
            if (int64_t n = 0; t.arg(k).is_numeral() && t.arg(k).is_numeral(n))
              constants.insert(static_cast<uint64_t>(n < 0 ? -n : n));
          break;
        default: break;
      }
      for (unsigned k = 0; k < t.size(); ++k) stack.push_back(t.arg(k));
    }
  };
  // What the symbol may become; of what main makes it while it is alone, nothing is asked.
  auto values = [&](SymbolId s, const z3::Term& made, const Edge& e) {
    std::vector<z3::Term> stack{made};
    while (!stack.empty()) {
      z3::Term t = stack.back();
      stack.pop_back();
      int64_t n = 0;
      if (t.is_ite()) {
        stack.push_back(t.arg(1));
        stack.push_back(t.arg(2));
      } else if (t.is_numeral() && t.is_numeral(n)) {
        flags_[s].insert(n);
      } else if (std::optional<SymbolId> other = places_.symbol_of(t.id())) {
        copies.insert({s, *other});
      } else if (!places_.flow().rests[e.step->from].alone) {
        varied.insert(s);
        return;
      }
    }
  };
  std::set<const Edge*> edges;
  for (const Node& n : nodes_) {
    for (const Trouble& t : places_.troubles(n.place)) compare(t.when);
    for (const Link& l : n.links) {
      if (!edges.insert(l.edge).second) continue;
      if (!is_left_out(*l.edge)) compare(l.edge->guard);
      for (const auto& [s, t] : l.edge->updates) {
        if (!relevant_.count(s)) continue;
        compare(t);
        std::set<SymbolId> with = symbols(t);
        with.insert(s);
        relate(with);
        values(s, t, *l.edge);
      }
    }
  }
  for (bool again = true; again;) {
    again = false;
    for (const auto& [s, other] : copies) {
      if (varied.count(other)) again |= varied.insert(s).second;
      if (auto it = flags_.find(other); it != flags_.end())
        for (int64_t n : it->second) again |= flags_[s].insert(n).second;
    }
  }
  // A local that is a copy is compared in place of what it was read from.
  for (bool again = true; again;) {
    again = false;
    for (const auto& [s, other] : copies) {
      if (places_.symbol(s).slot.kind != Slot::Local) continue;
      std::vector<SymbolId> with;
      for (auto it = compared_.lower_bound({s, 0}); it != compared_.end() && it->first == s; ++it)
        with.push_back(it->second);
      for (SymbolId u : with) again |= compared_.insert({other, u}).second | compared_.insert({u, other}).second;
    }
  }
  thresholds_ = facts::thresholds({constants.begin(), constants.end()});
  std::erase_if(flags_, [&](const auto& f) {
    return varied.count(f.first) != 0 || f.second.size() < 2 || f.second.size() > kMostValues;
  });
}

// What is looked for at a cut: equations, also while a flag has one of its values; bounds of symbols and of their
// differences.
void Rounds::open(NodeId n) {
  std::vector<SymbolId> over;
  std::vector<z3::Term> names;
  facts::Shapes shapes;
  for (SymbolId s : nodes_[n].needed) {
    if (places_.symbol(s).slot.kind == Slot::Content) continue;
    over.push_back(s);
    names.push_back(places_.symbol(s).now);
  }
  const uint32_t count = static_cast<uint32_t>(over.size());
  shapes.in_equations.assign(count, true);
  shapes.in_cases.assign(count, true);
  for (uint32_t k = 0; k < count; ++k)
    if (auto it = flags_.find(over[k]); it != flags_.end())
      for (int64_t v : it->second) shapes.cases.push_back({k, v});
  if (shapes.cases.size() > kMostCases) shapes.cases.clear();
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
      if (count > kFewSymbols && !compared_.count({over[u], over[v]})) continue;
      shapes.terms.push_back({u, v, 1, -1, false});
      shapes.terms.push_back({u, v, -1, 1, false});
    }
  }
  cuts_.emplace(n, Cut{std::move(over), std::move(names), Facts(c_, std::move(shapes), thresholds_)});
}

}  // namespace heddle::impact
