// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/induction/induction.h"

#include <algorithm>

#include "base/check.h"

namespace heddle::induction {

namespace {

// The variables in an expression.
void collect(const z3::Term& root, std::set<unsigned>& into) {
  z3::each_part(root, [&](const z3::Term& t) {
    if (t.op() == z3::Op::Variable) into.insert(t.id());
    return true;
  });
}

}  // namespace

Induction::Induction(z3::Context& context, const Flow& flow, const std::vector<uint64_t>& constants,
                     const std::function<bool()>& stop)
    : c_(context),
      flow_(flow),
      numbers_(context),
      stop_(stop),
      thresholds_(facts::thresholds(constants)),
      relevant_(relevant()),
      ranges_(context.truth(true)),
      solver_(context) {
  for (const Variable& v : flow.shared) {
    if (!relevant_.count(v.now.id())) continue;
    variables_.push_back(&v);
    shared_.push_back(v.now);
    ranges_ = ranges_ && numbers_.in_range(v.now, v.width, v.is_signed);
  }
  for (RestId n = 0; n < flow.rests.size(); ++n) {
    shared_.push_back(c_.integer_variable("at" + std::to_string(n)));
    ranges_ = ranges_ && shared_.back() >= 0;
  }
  Shapes shapes{std::vector<bool>(shared_.size(), true),
                {},
                cases(),
                std::vector<bool>(shared_.size(), false),
                shared_terms(),
                never_zero(0)};
  std::fill_n(shapes.in_cases.begin(), variables_.size(), true);
  for (unsigned width : widths()) shapes.wrapping.push_back({width, wide(width)});
  facts_.emplace(c_, std::move(shapes), thresholds_);
  for (RestId n = 0; n < flow.rests.size(); ++n) look_at(n);
  for (const Rest& n : flow.rests) {
    afters_.emplace_back();
    for (const Step& s : n.steps) afters_.back().push_back(after(s));
  }
}

// What decides where a step leads, and what that is computed from.
std::set<unsigned> Induction::relevant() const {
  std::set<unsigned> found;
  for (const Rest& n : flow_.rests) {
    for (const Step& s : n.steps) collect(s.when, found);
    for (const Fault& f : n.faults) collect(f.when, found);
  }
  auto brings = [&](RestId to, const std::map<Slot, Value>& with) {
    for (const auto& [slot, v] : flow_.rests[to].mine)
      if (found.count(v.number.n.id())) collect(with.at(slot).number.n, found);
  };
  for (size_t before = 0; before != found.size();) {
    before = found.size();
    for (const Rest& n : flow_.rests)
      for (const Step& s : n.steps) {
        for (const Variable& v : flow_.shared)
          if (auto it = s.shared.find(v.slot); it != s.shared.end() && found.count(v.now.id()))
            collect(it->second.number.n, found);
        brings(s.to, s.mine);
        for (const Start& t : s.starts) brings(t.rest, t.with);
      }
  }
  return found;
}

// The values that steps give to a variable, if they are a few constants.
std::set<Int> Induction::few_values(const Variable& v) const {
  constexpr size_t kFew = 3;
  std::set<Int> found{parse_number(v.initially.simplify().text())};
  std::set<unsigned> seen{v.now.id()};
  for (const Rest& n : flow_.rests)
    for (const Step& s : n.steps) {
      const Value* made = flow::changed(s, flow_.roles[n.role].single, v);
      if (!made) continue;
      std::vector<z3::Term> stack{numbers_.as(made->number, v.is_signed).n.simplify()};
      while (!stack.empty()) {
        z3::Term e = stack.back();
        stack.pop_back();
        if (!seen.insert(e.id()).second) continue;
        if (e.is_ite())
          stack.push_back(e.arg(1)), stack.push_back(e.arg(2));
        else if (e.is_numeral())
          found.insert(parse_number(e.text()));
        else
          return {};
        if (found.size() > kFew) return {};
      }
    }
  return found;
}

// Whoever changes several variables one after the other lets others wait meanwhile, and a variable says so: most of
// all a lock, but it may be any that has a few values. A semaphore may have more; of interest are 0 and 1.
std::vector<Case> Induction::cases() const {
  constexpr size_t kMostCases = 12;
  std::vector<Case> found;
  for (bool memory : {false, true})
    for (uint32_t k = 0; k < variables_.size(); ++k) {
      const Slot::Kind kind = variables_[k]->slot.kind;
      const bool lock = kind == Slot::Lock || kind == Slot::Semaphore;
      if (memory ? kind != Slot::Memory : !lock) continue;
      std::set<Int> values = kind == Slot::Semaphore ? std::set<Int>{0, 1} : few_values(*variables_[k]);
      if (lock) values.erase(-1);  // not initialised
      if (values.size() < 2 || found.size() + values.size() > kMostCases) continue;
      for (Int v : values) found.push_back({k, v});
    }
  return found;
}

// Those of shared variables that may wrap around. Narrow ones are added up as wider ones and cut, and remainders upon
// remainders take Z3 too long.
std::set<unsigned> Induction::widths() const {
  std::set<unsigned> found;
  for (const Variable* v : variables_)
    if (v->slot.kind == Slot::Memory && v->width >= 32) found.insert(v->width);
  return found;
}

// Which shared variables are machine integers at least as wide.
std::vector<bool> Induction::wide(unsigned width) const {
  std::vector<bool> found(shared_.size(), false);
  for (size_t k = 0; k < variables_.size(); ++k) {
    const Slot::Kind kind = variables_[k]->slot.kind;
    found[k] = (kind == Slot::Memory || kind == Slot::Local) && variables_[k]->width >= width;
  }
  return found;
}

std::vector<Term> Induction::shared_terms() const {
  std::vector<Term> terms;
  uint32_t variables = static_cast<uint32_t>(variables_.size()), all = static_cast<uint32_t>(shared_.size());
  for (uint32_t u = 0; u < all; ++u) {
    bool count = u >= variables;
    terms.push_back({u, 0, 1, 0, count});
    if (!count) terms.push_back({u, 0, -1, 0, false});
    for (uint32_t v = u + 1; v < all; ++v) {
      if (count) {
        terms.push_back({u, v, 1, 1, true});
        continue;
      }
      terms.push_back({u, v, 1, -1, v >= variables});
      terms.push_back({u, v, -1, 1, v >= variables});
      if (v >= variables) continue;
      terms.push_back({u, v, 1, 1, false});
      terms.push_back({u, v, -1, -1, false});
    }
  }
  return terms;
}

// Of a view: its own variables are the last.
std::vector<Term> Induction::terms_of(size_t own) const {
  std::vector<Term> terms;
  uint32_t variables = static_cast<uint32_t>(variables_.size()), first = static_cast<uint32_t>(shared_.size()),
           all = first + static_cast<uint32_t>(own);
  for (uint32_t u = 0; u < all; ++u) {
    bool count = u >= variables && u < first;
    terms.push_back({u, 0, 1, 0, count});
    if (!count) terms.push_back({u, 0, -1, 0, false});
  }
  for (uint32_t u = 0; u < variables; ++u)
    for (uint32_t v = u + 1; v < variables; ++v)
      for (int k = 0; k < 4; ++k)
        terms.push_back({u, v, static_cast<int8_t>(k & 1 ? 1 : -1), static_cast<int8_t>(k & 2 ? 1 : -1), false});
  for (uint32_t u = first; u < all; ++u)
    for (uint32_t v = 0; v < u; ++v) {
      bool count = v >= variables && v < first;
      for (int k = 0; k < 4; ++k) {
        int8_t by_u = k & 1 ? 1 : -1, by_v = k & 2 ? 1 : -1;
        if (!count || by_u != by_v) terms.push_back({u, v, by_u, by_v, count});
      }
    }
  return terms;
}

// Variables, and differences of two; not counts.
std::vector<Term> Induction::never_zero(size_t own) const {
  std::vector<Term> terms;
  uint32_t variables = static_cast<uint32_t>(variables_.size()), first = static_cast<uint32_t>(shared_.size()),
           all = first + static_cast<uint32_t>(own);
  auto is_value = [&](uint32_t u) { return u < variables || u >= first; };
  for (uint32_t u = 0; u < all; ++u) {
    if (!is_value(u)) continue;
    terms.push_back({u, 0, 1, 0, false});
    for (uint32_t v = u + 1; v < all; ++v)
      if (is_value(v)) terms.push_back({u, v, 1, -1, false});
  }
  return terms;
}

void Induction::look_at(RestId n) {
  std::vector<Slot> slots;
  std::vector<z3::Term> over = shared_;
  std::vector<bool> in_equations(shared_.size(), false);
  std::fill_n(in_equations.begin(), variables_.size(), true);
  std::vector<z3::Term> other = shared_;
  std::vector<Shapes::Wrapping> wrapping;
  for (unsigned width : widths()) wrapping.push_back({width, wide(width)});
  z3::Term ranges = c_.truth(true), other_ranges = ranges;
  for (const auto& [slot, v] : flow_.rests[n].mine) {
    bool varies = (v.kind == Value::Number && !flow_.roles[flow_.rests[n].role].single) || v.kind == Value::Address;
    if (!varies || v.number.n.is_numeral() || !relevant_.count(v.number.n.id())) continue;
    other.push_back(c_.integer_variable("other" + std::to_string(slots.size())));
    slots.push_back(slot);
    over.push_back(v.number.n);
    in_equations.push_back(true);
    for (Shapes::Wrapping& w : wrapping)
      w.of.push_back(v.kind == Value::Number && slot.kind <= Slot::Memory && v.number.width >= w.width);
    if (v.kind != Value::Number) continue;
    ranges = ranges && numbers_.in_range(v.number.n, v.number.width, v.number.is_signed);
    other_ranges = other_ranges && numbers_.in_range(other.back(), v.number.width, v.number.is_signed);
  }
  size_t own = slots.size();
  Shapes shapes{std::move(in_equations), std::move(wrapping), {}, {}, terms_of(own), never_zero(own)};
  views_.push_back({std::move(slots), std::move(over), std::move(other),
                    Facts(c_, std::move(shapes), thresholds_, &*facts_), ranges, other_ranges});
}

// A thread is at the rest, and all that is known of that.
z3::Term Induction::here(RestId n) const {
  return views_[n].ranges && count(n) >= 1 && views_[n].facts.hold(views_[n].over);
}

Induction::After Induction::after(const Step& s) const {
  After a{shared_, std::vector<bool>(shared_.size(), false)};
  for (size_t k = 0; k < variables_.size(); ++k) {
    const Variable& v = *variables_[k];
    const Value* made = flow::changed(s, flow_.roles[flow_.rests[s.from].role].single, v);
    if (!made) continue;
    a.values[k] = numbers_.as(made->number, v.is_signed).n;
    a.changed[k] = !z3::identical(a.values[k], v.now);
  }
  std::map<RestId, int> moves;
  --moves[s.from];
  ++moves[s.to];
  for (const Start& t : s.starts) ++moves[t.rest];
  for (RestId n : s.joins) --moves[n];
  for (const auto& [n, by] : moves) {
    size_t k = variables_.size() + n;
    if (by == 0) continue;
    a.values[k] = shared_[k] + c_.integer(by);
    a.changed[k] = true;
  }
  return a;
}

// What a thread brings to a rest, in the order of its view.
std::vector<z3::Term> Induction::arrival(const After& a, RestId rest, const std::map<Slot, Value>& with) const {
  std::vector<z3::Term> at = a.values;
  for (const Slot& slot : views_[rest].slots) {
    const Value &wanted = flow_.rests[rest].mine.at(slot), &brought = with.at(slot);
    HEDDLE_CHECK(brought.kind == wanted.kind) << "a thread arrives with another kind of value";
    at.push_back(wanted.kind == Value::Address ? brought.number.n
                                               : numbers_.as(brought.number, wanted.number.is_signed).n);
  }
  return at;
}

bool Induction::satisfiable(const std::vector<z3::Term>& all) {
  if (stop_()) throw Stopped();
  ++questions_;
  solver_.push();
  for (const z3::Term& e : all) solver_.add(e);
  z3::Answer r = solver_.check();
  if (r != z3::Answer::Sat) solver_.pop();
  if (r == z3::Answer::Unknown) throw Stopped();
  if (r == z3::Answer::Sat) heard_ = trace::Answer::Sat;
  return r == z3::Answer::Sat;  // the model is read before pop()
}

bool Induction::ask(const std::vector<z3::Term>& premises, Facts& facts, const std::vector<z3::Term>& at,
                    const std::vector<bool>& changed) {
  bool any = false;
  for (;;) {
    std::vector<z3::Term> all = premises;
    all.push_back(facts.broken(at, changed));
    if (all.back().is_false() || !satisfiable(all)) return any;
    z3::Model m = solver_.model();
    std::vector<Int> point;
    bool whole = true;  // when time is over, Z3 may leave a term as it is
    for (const z3::Term& e : at) {
      z3::Term value = m.value(e);
      whole &= value.is_numeral();
      point.push_back(parse_number(value.text()));
    }
    solver_.pop();
    if (!whole || stop_()) throw Stopped();
    bool grew = facts.add(point);
    HEDDLE_CHECK(grew) << "a model that breaks no fact";
    any = true;
  }
}

// May threads be at both rests? Only one plays main.
bool Induction::together(RestId a, RestId b) const {
  const Rest &x = flow_.rests[a], &y = flow_.rests[b];
  return x.role != y.role || !flow_.roles[x.role].single;
}

// The premises of a step stay with the solver as long as they are the same.
void Induction::begin(RestId n, size_t k) {
  Base now{n, k, facts_->version(), views_[n].facts.version()};
  if (base_ == now) return;
  finish();
  const Step& s = flow_.rests[n].steps[k];
  solver_.push();
  base_ = now;
  for (const z3::Term& e : {ranges_, facts_->hold(shared_), here(n), s.when}) solver_.add(e);
  for (RestId j : s.joins) solver_.add(count(j) >= 1);
}

void Induction::finish() {
  if (base_) solver_.pop();
  base_.reset();
}

bool Induction::own(const Step& s, const After& a) {
  bool changed = ask({}, *facts_, a.values, a.changed);
  auto arrives = [&](RestId rest, const std::map<Slot, Value>& with) {
    std::vector<z3::Term> at = arrival(a, rest, with);
    changed |= ask({}, views_[rest].facts, at, std::vector<bool>(at.size(), true));
  };
  arrives(s.to, s.mine);
  for (const Start& t : s.starts) arrives(t.rest, t.with);
  return changed;
}

bool Induction::others(const Step& s, const After& a, RestId n) {
  View& view = views_[n];
  std::vector<z3::Term> at = a.values;
  std::vector<bool> changed = a.changed;
  // The other thread's variables have other names: it may be at the same rest.
  at.insert(at.end(), view.other.begin() + static_cast<std::ptrdiff_t>(shared_.size()), view.other.end());
  changed.resize(at.size(), false);
  z3::Term broken = view.facts.broken(at, changed);
  if (broken.is_false()) return false;
  size_t same = static_cast<size_t>(std::count(s.joins.begin(), s.joins.end(), n)) + (s.from == n);
  return ask({view.other_ranges, view.facts.hold(view.other), count(n) >= c_.integer(static_cast<int>(same) + 1)},
             view.facts, at, changed);
}

bool Induction::sweep(bool with_others) {
  bool changed = false;
  for (RestId n = 0; n < flow_.rests.size(); ++n) {
    if (views_[n].facts.none()) continue;
    for (size_t k = 0; k < flow_.rests[n].steps.size(); ++k) {
      const Step& s = flow_.rests[n].steps[k];
      auto unsettled = [&](RestId other) {  // with premises that are those of now
        std::array<unsigned, 3> now{facts_->version(), views_[n].facts.version(),
                                    other == kNobody ? 0 : views_[other].facts.version()};
        auto [it, fresh] = settled_.try_emplace({n, k, other}, now);
        bool again = fresh || it->second != now;
        it->second = now;
        if (again) begin(n, k);
        return again;
      };
      if (unsettled(kNobody)) changed |= own(s, afters_[n][k]);
      if (!with_others) continue;
      for (RestId other = 0; other < flow_.rests.size(); ++other)
        if (!views_[other].facts.none() && together(n, other) && unsettled(other))
          changed |= others(s, afters_[n][k], other);
    }
  }
  return changed;
}

LastSweep Induction::run(const std::function<bool()>& hopeless) {
  std::vector<Int> start;
  for (const Variable* v : variables_) start.push_back(parse_number(v->initially.simplify().text()));
  RestId entry = flow_.entry;
  for (RestId n = 0; n < flow_.rests.size(); ++n) start.push_back(n == entry);
  facts_->add(start);
  std::vector<Int> at_entry = start;
  for (size_t k = 0; k < views_[entry].slots.size(); ++k) at_entry.push_back(0);
  views_[entry].facts.add(at_entry);
  Rehearsal(flow_, numbers_, thresholds_).run([&](const Rehearsal::State& s) { show(s); }, stop_);
  for (;;) {
    while (sweep(false)) {}
    if (hopeless()) return {};
    if (!sweep(true)) break;
  }
  // Once more from nothing but the facts: this is the proof.
  finish();
  solver_.reset();
  settled_.clear();
  heard_ = trace::Answer::Unsat;
  bool changed = sweep(true);
  HEDDLE_CHECK(!changed) << "the facts are no invariant";
  return {heard_};
}

void Induction::show(const Rehearsal::State& s) {
  std::vector<Int> point;
  for (const Variable* v : variables_) point.push_back(s.shared.at(v->slot));
  point.insert(point.end(), s.counts.begin(), s.counts.end());
  facts_->add(point);
  for (RestId n = 0; n < flow_.rests.size(); ++n)
    if (flow_.rests[n].spot.is_last() && s.counts[n] > 0) views_[n].facts.add(point);
  for (const Rehearsal::Player& p : s.players) {
    std::vector<Int> at = point;
    for (const Slot& slot : views_[p.at].slots) at.push_back(p.mine.at(slot));
    views_[p.at].facts.add(at);
  }
}

Sought<const Fault*> Induction::possible(bool failure) {
  finish();
  heard_ = trace::Answer::Unsat;
  for (RestId n = 0; n < flow_.rests.size(); ++n) {
    if (views_[n].facts.none()) continue;
    for (const Fault& f : flow_.rests[n].faults)
      if (f.failure == failure && satisfiable({ranges_, facts_->hold(shared_), here(n), f.when})) {
        solver_.pop();
        return sought<const Fault*>(&f);
      }
  }
  return sought<const Fault*>(std::nullopt);
}

Sought<std::pair<const Access*, const Access*>> Induction::race() {
  using Pair = std::pair<const Access*, const Access*>;
  finish();
  heard_ = trace::Answer::Unsat;
  for (RestId a = 0; a < flow_.rests.size(); ++a)
    for (RestId b = a; b < flow_.rests.size(); ++b) {
      if (views_[a].facts.none() || views_[b].facts.none() || !together(a, b)) continue;
      for (const Access& x : flow_.rests[a].accesses)
        for (const Access& y : flow_.rests[b].accesses) {
          if (x.object != y.object || (!x.write && !y.write) || (x.atomic && y.atomic)) continue;
          bool fixed = x.offset.is_numeral() && y.offset.is_numeral();
          z3::Term overlap = x.offset < y.offset + c_.integer(y.bytes) && y.offset < x.offset + c_.integer(x.bytes);
          if (fixed && overlap.simplify().is_false()) continue;
          std::vector<z3::Term> all{ranges_,
                                    facts_->hold(shared_),
                                    here(a),
                                    views_[b].other_ranges,
                                    views_[b].facts.hold(views_[b].other),
                                    count(b) >= 1};
          if (a == b) all.push_back(count(a) >= 2);
          if (satisfiable(all)) {
            solver_.pop();
            return sought<Pair>(Pair(&x, &y));
          }
        }
    }
  return sought<Pair>(std::nullopt);
}

}  // namespace heddle::induction
