// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/impact/tree.h"

#include <algorithm>

#include "base/check.h"

namespace heddle::impact {

namespace {

constexpr unsigned kShortWindow = 8;

bool has(const std::vector<z3::Term>& all, const z3::Term& t) {
  return std::any_of(all.begin(), all.end(), [&](const z3::Term& x) { return z3::identical(x, t); });
}

bool mentions(const z3::Term& root, const std::vector<z3::Term>& any_of) {
  if (any_of.empty()) return false;
  bool found = false;
  z3::each_part(root, [&](const z3::Term& t) {
    found |= t.op() == z3::Op::Variable && has(any_of, t);
    return !found;
  });
  return found;
}

// Conditions on which numbers in the term depend.
std::vector<z3::Term> conditions(const z3::Term& root) {
  std::vector<z3::Term> found, stack{root};
  std::set<unsigned> seen;
  while (!stack.empty()) {
    z3::Term t = stack.back();
    stack.pop_back();
    if (!seen.insert(t.id()).second) continue;
    if (t.is_ite() && !has(found, t.arg(0))) found.push_back(t.arg(0));
    for (unsigned k = 0; k < t.size(); ++k) stack.push_back(t.arg(k));
  }
  return found;
}

}  // namespace

std::vector<z3::Term> conjuncts(const z3::Term& root) {
  std::vector<z3::Term> parts, stack{root};
  while (!stack.empty()) {
    z3::Term t = stack.back();
    stack.pop_back();
    if (t.op() == z3::Op::And) {
      for (unsigned k = t.size(); k-- > 0;) stack.push_back(t.arg(k));
    } else if (t.op() == z3::Op::Not && t.arg(0).op() == z3::Op::Or) {
      for (unsigned k = t.arg(0).size(); k-- > 0;) stack.push_back((!t.arg(0).arg(k)).simplify());
    } else if (!t.is_true()) {
      parts.push_back(t);
    }
  }
  return parts;
}

std::vector<z3::Term> disjuncts(const z3::Term& root) {
  std::vector<z3::Term> parts, stack{root};
  while (!stack.empty()) {
    z3::Term t = stack.back();
    stack.pop_back();
    if (t.op() == z3::Op::Or) {
      for (unsigned k = t.size(); k-- > 0;) stack.push_back(t.arg(k));
    } else if (t.op() == z3::Op::Not && t.arg(0).op() == z3::Op::And) {
      for (unsigned k = t.arg(0).size(); k-- > 0;) stack.push_back((!t.arg(0).arg(k)).simplify());
    } else if (!t.is_false()) {
      parts.push_back(t);
    }
  }
  return parts;
}

// The nodes from some ancestor on, and what the symbols are at each of them, in terms of the beginning.
struct Tree::Window {
  std::vector<NodeId> nodes;
  using Values = std::map<SymbolId, z3::Term>;
  std::vector<Values> at;
  std::vector<std::vector<z3::Term>> facts;  // of each node: base, then guards and definitions
  std::vector<std::pair<std::vector<z3::Term>, std::vector<z3::Term>>> fresh;  // inputs of each edge, and their names
  size_t level = 0;                                                            // how many nodes the solver knows

  z3::Term at_node(const Places& places, size_t k, const z3::Term& t) const {
    std::vector<z3::Term> from, to;
    for (const auto& [s, v] : at[k]) {
      from.push_back(places.symbol(s).now);
      to.push_back(v);
    }
    return t.substitute(from, to).simplify();
  }
};

Tree::Tree(z3::Context& context, Places& places, const std::function<bool()>& stop)
    : c_(context), places_(places), stop_(stop), solver_(context), path_solver_(context) {
  Node root;
  root.place = places.start();
  for (SymbolId s : places.live(root.place)) {
    root.label.push_back((places.symbol(s).now == places.symbol(s).initially).simplify());
    root.values.emplace(s, places.symbol(s).initially.simplify());
  }
  by_place_[root.place].push_back(kRoot);
  nodes_.push_back(std::move(root));
}

const std::vector<NodeId>& Tree::at(PlaceId p) const {
  static const std::vector<NodeId> kNobodyThere;
  auto it = by_place_.find(p);
  return it == by_place_.end() ? kNobodyThere : it->second;
}

NodeId Tree::grow(NodeId from, const Edge& e) {
  if (stop_()) throw Stopped();
  NodeId id = static_cast<NodeId>(nodes_.size());
  Node n;
  n.place = e.to;
  n.parent = from;
  n.edge = &e;
  n.depth = nodes_[from].depth + 1;
  n.impossible = nodes_[from].impossible || known(from, e.guard) == false;
  n.values = nodes_[from].values;
  std::vector<z3::Term> names, numbers;
  for (const auto& [s, v] : nodes_[from].values) {
    names.push_back(places_.symbol(s).now);
    numbers.push_back(v);
  }
  for (const auto& [s, t] : e.updates) {
    z3::Term v = t.substitute(names, numbers).simplify();
    if (v.is_numeral())
      n.values.insert_or_assign(s, v);
    else
      n.values.erase(s);
  }
  nodes_.push_back(std::move(n));
  nodes_[from].children.push_back(id);
  by_place_[e.to].push_back(id);
  return id;
}

std::optional<bool> Tree::known(NodeId n, const z3::Term& t) const {
  std::vector<z3::Term> names, numbers;
  for (const auto& [s, v] : nodes_[n].values) {
    names.push_back(places_.symbol(s).now);
    numbers.push_back(v);
  }
  z3::Term now = t.substitute(names, numbers).simplify();
  if (now.is_true()) return true;
  if (now.is_false()) return false;
  return std::nullopt;
}

// What was asked before is not asked again: the same schedule is looked at with each one that is found after it.
bool Tree::entails(const std::vector<z3::Term>& premises, const z3::Term& conclusion) {
  z3::Term c = conclusion.simplify();
  if (c.is_true() || has(premises, c)) return true;
  std::vector<unsigned> question{c.id()};
  for (const z3::Term& p : premises) question.push_back(p.id());
  std::sort(question.begin() + 1, question.end());
  if (auto it = answers_.find(question); it != answers_.end()) return it->second;
  if (stop_()) throw Stopped();
  ++questions_;
  solver_.push();
  for (const z3::Term& p : premises) solver_.add(p);
  solver_.add(!c);
  z3::Answer a = solver_.check();
  solver_.pop();
  if (a == z3::Answer::Unknown) {
    if (stop_()) throw Stopped();
    return false;
  }
  asked_.emplace(c.id(), c);
  for (const z3::Term& p : premises) asked_.emplace(p.id(), p);
  return answers_[std::move(question)] = a == z3::Answer::Unsat;
}

std::vector<z3::Term> Tree::premises(NodeId n) {
  std::vector<z3::Term> all = nodes_[n].label;
  all.push_back(places_.ranges(nodes_[n].place));
  return all;
}

bool Tree::implies(NodeId n, const z3::Term& t) { return entails(premises(n), t); }

std::optional<Feasible> Tree::exclude(NodeId n, const z3::Term& bad, const std::vector<z3::Term>& seen) {
  z3::Term good = (!bad).simplify();
  if (implies(n, good)) return std::nullopt;
  std::optional<Feasible> how;
  if (nodes_[n].depth > 2 * kShortWindow) {
    NodeId from = n;
    for (unsigned k = 0; k < kShortWindow; ++k) from = nodes_[from].parent;
    if (ensure(n, good, from, nullptr, seen)) return std::nullopt;
  }
  if (ensure(n, good, kRoot, &how, seen)) return std::nullopt;
  HEDDLE_CHECK(how.has_value()) << "neither excluded nor feasible";
  return how;
}

// Along the path from some ancestor: it implies `good`, and then labels that say why are added; or, from the root, an
// execution that does not.
bool Tree::ensure(NodeId n, const z3::Term& good, NodeId from, std::optional<Feasible>* how,
                  const std::vector<z3::Term>& seen) {
  if (stop_()) throw Stopped();
  Window w;
  for (NodeId x = n;; x = nodes_[x].parent) {
    w.nodes.push_back(x);
    if (x == from) break;
  }
  std::reverse(w.nodes.begin(), w.nodes.end());
  path_solver_.reset();
  w.at.emplace_back();
  w.facts.emplace_back();
  for (SymbolId s : places_.live(nodes_[from].place))
    w.at[0].emplace(s, from == kRoot ? places_.symbol(s).initially : places_.symbol(s).now);
  if (from != kRoot) w.facts[0] = premises(from);
  w.fresh.emplace_back();
  for (size_t k = 1; k < w.nodes.size(); ++k) {
    const Edge& e = *nodes_[w.nodes[k]].edge;
    auto& fresh = w.fresh.emplace_back();
    for (const z3::Term& in : e.inputs) {
      fresh.first.push_back(in);
      fresh.second.push_back(in.variable("in" + std::to_string(names_++)));
    }
    auto here = [&](const z3::Term& t) {
      return w.at_node(places_, k - 1, t).substitute(fresh.first, fresh.second).simplify();
    };
    auto& facts = w.facts.emplace_back();
    facts.push_back(here(e.guard));
    Window::Values next = w.at[k - 1];
    for (const auto& [s, t] : e.updates) {
      z3::Term v = here(t);
      if (!v.is_numeral() && v.op() != z3::Op::Variable) {
        z3::Term name = v.variable("at" + std::to_string(names_++));
        facts.push_back(name == v);
        v = name;
      }
      next.insert_or_assign(s, v);
    }
    w.at.push_back(std::move(next));
  }
  for (const auto& facts : w.facts) {
    path_solver_.push();
    for (const z3::Term& f : facts)
      if (!f.is_true()) path_solver_.add(f);
  }
  w.level = w.nodes.size();
  z3::Term not_good = w.at_node(places_, w.nodes.size() - 1, (!good).simplify());
  path_solver_.push();
  path_solver_.add(not_good);
  ++questions_;
  z3::Answer a = path_solver_.check();
  if (a == z3::Answer::Unknown) throw Stopped();
  if (a == z3::Answer::Sat) {
    if (how) {
      Feasible f;
      z3::Model m = path_solver_.model();
      auto number = [&](const z3::Term& t) {
        uint64_t v = 0;
        m.value(t).is_numeral(v);
        return v;
      };
      for (size_t k = 1; k < w.nodes.size(); ++k) {
        const Edge& e = *nodes_[w.nodes[k]].edge;
        f.edges.push_back(&e);
        auto& inputs = f.inputs.emplace_back();
        for (const z3::Term& t : e.seen)
          inputs.push_back(number(w.at_node(places_, k - 1, t).substitute(w.fresh[k].first, w.fresh[k].second)));
      }
      for (const z3::Term& t : seen) f.last.push_back(number(w.at_node(places_, w.nodes.size() - 1, t)));
      *how = std::move(f);
    }
    return false;
  }
  path_solver_.pop();
  ++refinements_;
  // Free in `good` besides symbols are inputs: it holds whatever they are.
  carry_back(w, {good});
  return true;
}

bool Tree::holds(Window& w, size_t level, const z3::Term& t) {
  z3::Term now = w.at_node(places_, level, t);
  if (now.is_true()) return true;
  for (; w.level > level + 1; --w.level) path_solver_.pop();
  HEDDLE_CHECK(w.level == level + 1) << "the solver has forgotten too much";
  if (stop_()) throw Stopped();
  ++questions_;
  path_solver_.push();
  path_solver_.add(!now);
  z3::Answer a = path_solver_.check();
  path_solver_.pop();
  if (a == z3::Answer::Unknown && stop_()) throw Stopped();
  return a == z3::Answer::Unsat;
}

z3::Term Tree::before(const Edge& e, const z3::Term& t) const {
  std::vector<z3::Term> from, to;
  for (const auto& [s, v] : e.updates) {
    from.push_back(places_.symbol(s).now);
    to.push_back(v);
  }
  return t.substitute(from, to).simplify();
}

std::optional<z3::Term> Tree::whatever_the_inputs(const z3::Term& t, const std::vector<z3::Term>& inputs) {
  if (!mentions(t, inputs)) return t;
  z3::Term possible = z3::eliminate(inputs, (!t).simplify());
  if (mentions(possible, inputs)) return std::nullopt;
  return (!possible).simplify();
}

// Of what the path says about the symbols at a node, and of what other nodes there say, the least that implies the goal
// together with what is known.
std::vector<z3::Term> Tree::from_what_is_known(Window& w, size_t level, std::vector<z3::Term> known,
                                               const z3::Term& goal) {
  const PlaceId place = nodes_[w.nodes[level]].place;
  std::vector<z3::Term> all;
  auto add = [&](const z3::Term& t) {
    if (!has(all, t) && holds(w, level, t)) all.push_back(t);
  };
  for (SymbolId s : places_.live(place))
    if (z3::Term v = w.at_node(places_, level, places_.symbol(s).now); v.is_numeral())
      add((places_.symbol(s).now == v).simplify());
  for (NodeId n : at(place))
    for (const z3::Term& t : std::vector<z3::Term>(nodes_[n].label)) add(t);
  auto suffices = [&](const std::vector<z3::Term>& some) {
    std::vector<z3::Term> premises = known;
    premises.insert(premises.end(), some.begin(), some.end());
    return entails(premises, goal);
  };
  if (!suffices(all)) throw Stopped();
  for (size_t k = 0; k < all.size();) {
    std::vector<z3::Term> fewer = all;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(k));
    if (suffices(fewer))
      all = std::move(fewer);
    else
      ++k;
  }
  return all;
}

// A condition that is decided by the premises is left out.
z3::Term Tree::tidy(const std::vector<z3::Term>& premises, const z3::Term& t) {
  std::vector<z3::Term> from, to;
  for (const z3::Term& c : conditions(t)) {
    bool yes = entails(premises, c);
    if (!yes && !entails(premises, !c)) continue;
    from.push_back(c);
    to.push_back(c_.truth(yes));
  }
  return from.empty() ? t : t.substitute(from, to).simplify();
}

// What must hold before the edge so that the goal holds behind it: of the weakest precondition the least part that the
// path up to there implies.
std::vector<z3::Term> Tree::pulled(Window& w, size_t level, const z3::Term& goal) {
  const NodeId n = w.nodes[level];
  const Edge& e = *nodes_[w.nodes[level + 1]].edge;
  std::vector<z3::Term> known = premises(n);
  known.push_back(e.guard);
  z3::Term wanted = before(e, goal);
  std::vector<z3::Term> found;
  for (const z3::Term& part : conjuncts(wanted)) {
    if (entails(known, part)) continue;
    z3::Term t = mentions(part, e.inputs) ? part : tidy(known, part);
    if (!mentions(t, e.inputs)) {
      // One side of a disjunction may do.
      std::vector<z3::Term> sides = disjuncts(t);
      bool done = false;
      if (sides.size() > 1)
        for (const z3::Term& side : sides)
          if (holds(w, level, side)) {
            found.push_back(side);
            done = true;
            break;
          }
      if (done) continue;
      if (holds(w, level, t)) {
        found.push_back(t);
        continue;
      }
    }
    std::optional<z3::Term> whole = whatever_the_inputs(z3::implies(e.guard, t).simplify(), e.inputs);
    if (!whole) {
      for (const z3::Term& c : from_what_is_known(w, level, known, part)) found.push_back(c);
      continue;
    }
    if (!mentions(t, e.inputs)) {
      std::vector<z3::Term> sides = disjuncts(t);
      for (const z3::Term& g : conjuncts(e.guard))
        if (!mentions(g, e.inputs)) sides.push_back((!g).simplify());
      z3::Term all = z3::disjunction(sides, c_).simplify();
      if (sides.size() > 1 && holds(w, level, all)) {
        for (size_t k = 0; k < sides.size() && sides.size() > 1;) {
          std::vector<z3::Term> fewer = sides;
          fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(k));
          if (holds(w, level, z3::disjunction(fewer, c_)))
            sides = std::move(fewer);
          else
            ++k;
        }
        whole = z3::disjunction(sides, c_).simplify();
      }
    }
    for (const z3::Term& c : conjuncts(*whole)) found.push_back(c);
  }
  return found;
}

void Tree::carry_back(Window& w, std::vector<z3::Term> goals) {
  size_t last = w.nodes.size() - 1;
  std::vector<z3::Term> now;
  for (const z3::Term& g : goals)
    for (const z3::Term& c : conjuncts(g)) {
      std::vector<z3::Term> free;
      std::vector<z3::Term> stack{c};
      std::set<unsigned> seen;
      while (!stack.empty()) {
        z3::Term t = stack.back();
        stack.pop_back();
        if (!seen.insert(t.id()).second) continue;
        if (t.op() == z3::Op::Variable && !places_.symbol_of(t.id())) free.push_back(t);
        for (unsigned k = 0; k < t.size(); ++k) stack.push_back(t.arg(k));
      }
      if (std::optional<z3::Term> whole = whatever_the_inputs(c, free)) {
        for (const z3::Term& part : conjuncts(*whole)) now.push_back(part);
      } else {
        for (const z3::Term& part : from_what_is_known(w, last, premises(w.nodes[last]), c)) now.push_back(part);
      }
    }
  for (size_t level = last;; --level) {
    std::vector<z3::Term> fresh;
    for (const z3::Term& g : now)
      if (!has(nodes_[w.nodes[level]].label, g) && !has(fresh, g)) fresh.push_back(g);
    if (level == 0) {  // the label there implies them, since the path does
      for (const z3::Term& g : fresh)
        if (!implies(w.nodes[0], g)) throw Stopped();
      break;
    }
    if (fresh.empty()) break;
    std::vector<z3::Term> earlier;
    for (const z3::Term& g : fresh)
      for (const z3::Term& t : pulled(w, level - 1, g))
        if (!has(earlier, t)) earlier.push_back(t);
    for (const z3::Term& g : fresh) strengthen(w.nodes[level], g);
    now = std::move(earlier);
  }
}

// Who was covered by the node and does not imply this is not covered any more.
void Tree::strengthen(NodeId n, const z3::Term& t) {
  if (has(nodes_[n].label, t)) return;
  nodes_[n].label.push_back(t);
  std::vector<NodeId> covered = nodes_[n].covers;
  for (NodeId c : covered)
    if (!implies(c, t)) {
      uncover(c);
      uncovered_.push_back(c);
    }
}

bool Tree::has_covered_ancestor(NodeId n) const {
  for (; n != kNone; n = nodes_[n].parent)
    if (nodes_[n].covered_by != kNone) return true;
  return false;
}

bool Tree::covers(NodeId older, NodeId n, bool with_force) {
  std::vector<z3::Term> missing;
  for (const z3::Term& t : nodes_[older].label) {
    if (has(nodes_[n].label, t)) continue;
    if (std::optional<bool> k = known(n, t); k && !*k && !nodes_[n].impossible) return false;
    missing.push_back(t);
  }
  if (missing.empty()) return true;
  std::vector<z3::Term> rest;
  for (const z3::Term& t : missing)
    if (!implies(n, t)) {
      if (!with_force) return false;
      rest.push_back(t);
    }
  if (rest.empty()) return true;
  // From where the two paths part.
  std::set<NodeId> above;
  for (NodeId x = older; x != kNone; x = nodes_[x].parent) above.insert(x);
  NodeId from = n;
  while (!above.count(from)) from = nodes_[from].parent;
  return ensure(n, z3::conjunction(rest, c_).simplify(), from, nullptr, {});
}

void Tree::cover(NodeId n, NodeId by) {
  HEDDLE_CHECK(n != by && nodes_[n].place == nodes_[by].place) << "a node is covered from another place";
  HEDDLE_CHECK(nodes_[n].covered_by == kNone) << "a node is covered twice";
  nodes_[n].covered_by = by;
  nodes_[by].covers.push_back(n);
}

void Tree::uncover(NodeId n) {
  NodeId by = nodes_[n].covered_by;
  if (by == kNone) return;
  HEDDLE_CHECK(std::erase(nodes_[by].covers, n) == 1) << "a node was covered, and nobody knows";
  nodes_[n].covered_by = kNone;
}

LastLook Tree::look_once_more(const std::function<bool(NodeId)>& relevant) {
  LastLook look;
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    if (!relevant(n)) continue;
    const Node& node = nodes_[n];
    ++look.labels;
    if (!label_follows(n)) return look;
    if (node.covered_by == kNone) continue;
    ++look.covers;
    for (const z3::Term& t : nodes_[node.covered_by].label)
      if (!implies(n, t)) return look;
  }
  look.broken = trace::Answer::Unsat;
  return look;
}

// From that of its parent and the edge, or from what holds at the start.
bool Tree::label_follows(NodeId n) {
  const Node& node = nodes_[n];
  if (n == kRoot) {
    std::vector<z3::Term> start;
    for (SymbolId s : places_.live(node.place)) start.push_back(places_.symbol(s).now == places_.symbol(s).initially);
    return std::all_of(node.label.begin(), node.label.end(), [&](const z3::Term& t) { return entails(start, t); });
  }
  std::vector<z3::Term> all = premises(node.parent);
  all.push_back(node.edge->guard);
  for (const z3::Term& t : node.label)
    if (!entails(all, before(*node.edge, t))) return false;
  // Everywhere, symbols are taken to be in range.
  for (const auto& [s, v] : node.edge->updates)
    if (!entails(all, before(*node.edge, places_.symbol(s).range))) return false;
  return true;
}

}  // namespace heddle::impact
