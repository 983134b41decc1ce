// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/impact/swaps.h"

#include <algorithm>

#include "smt/z3/solver.h"

namespace heddle::impact {

using flow::Step;
using flow::Value;

namespace {

constexpr unsigned kMilliseconds = 500;  // for a question: no answer is a no
const std::string kMine = "!mine", kOther = "!other";

// It only changes variables: what threads there are, and who names them, is not said by formulas. That it may be the
// last step of its thread does not matter: nobody joins a thread that stands still, and a plain step joins nobody.
bool is_plain(const Step& s) { return s.starts.empty() && s.joins.empty() && s.handles.empty(); }

}  // namespace

z3::Term Swaps::with_own_names(const z3::Term& root, const std::string& suffix) const {
  std::vector<z3::Term> from, to, stack{root};
  std::set<unsigned> seen;
  while (!stack.empty()) {
    const z3::Term t = stack.back();
    stack.pop_back();
    if (!seen.insert(t.id()).second) continue;
    if (t.op() == z3::Op::Variable && !places_.is_shared(t.id())) {
      from.push_back(t);
      to.push_back(t.variable(t.text() + suffix));
    }
    for (unsigned k = 0; k < t.size(); ++k) stack.push_back(t.arg(k));
  }
  return root.substitute(from, to);
}

z3::Term Swaps::own_ranges(RestId rest, const std::string& suffix) const {
  std::vector<z3::Term> all;
  for (const auto& [slot, v] : places_.flow().rests[rest].mine)
    if (v.kind == Value::Number && v.number.n.op() == z3::Op::Variable && !places_.is_shared(v.number.n.id()))
      all.push_back(with_own_names(numbers_.in_range(v.number.n, v.number.width, v.number.is_signed), suffix));
  return z3::conjunction(all, c_);
}

z3::Term Swaps::shared_ranges() const {
  std::vector<z3::Term> all;
  for (const flow::Variable& v : places_.flow().shared)
    if (!v.is_array() && v.width) all.push_back(numbers_.in_range(v.now, v.width, v.is_signed));
  return z3::conjunction(all, c_);
}

// Steps that lead to the same rest. None: they are more than changes of variables, or more than one may be possible.
std::optional<Swaps::Move> Swaps::move(const std::vector<const Step*>& steps, const std::string& suffix) {
  const Flow& flow = places_.flow();
  for (size_t k = 0; k < steps.size(); ++k)
    for (size_t l = 0; l < k; ++l)
      if (!holds(steps[k]->when, !steps[l]->when)) return std::nullopt;
  Move m{c_.truth(false), {}, {}};
  const bool single = flow.roles[flow.rests[steps[0]->from].role].single;
  for (const Step* s : steps) {
    m.when = m.when || s->when;
    for (uint32_t k = 0; k < flow.shared.size(); ++k) {
      if (const Value* made = flow::changed(*s, single, flow.shared[k])) {
        const z3::Term n = numbers_.as(made->number, flow.shared[k].is_signed).n;
        auto [it, fresh] = m.shared.try_emplace(k, flow.shared[k].now);
        it->second = z3::ite(s->when, n, it->second);
      }
    }
  }
  for (const auto& [slot, wanted] : flow.rests[steps[0]->to].mine) {
    if (wanted.number.n.op() != z3::Op::Variable || places_.is_shared(wanted.number.n.id())) continue;
    z3::Term is = c_.integer(0);
    for (const Step* s : steps) {
      auto it = s->mine.find(slot);
      if (it == s->mine.end() || it->second.kind != wanted.kind) return std::nullopt;
      const flow::Number& n = it->second.number;
      is = z3::ite(s->when, wanted.kind == Value::Address ? n.n : numbers_.as(n, wanted.number.is_signed).n, is);
    }
    m.mine.push_back(with_own_names(is, suffix));
  }
  m.when = with_own_names(m.when, suffix);
  for (auto& [k, t] : m.shared) t = with_own_names(t, suffix);
  return m;
}

std::optional<std::vector<Swaps::Move>> Swaps::moves(RestId rest, const std::string& suffix) {
  std::map<RestId, std::vector<const Step*>> by_target;
  std::vector<Move> all;
  for (const Step& s : places_.flow().rests[rest].steps) {
    if (!is_plain(s)) return std::nullopt;
    by_target[s.to].push_back(&s);
  }
  for (const auto& [to, steps] : by_target) {
    std::optional<Move> m = move(steps, suffix);
    if (!m) return std::nullopt;
    all.push_back(std::move(*m));
  }
  return all;
}

z3::Term Swaps::behind(const z3::Term& t, const Move& m) const {
  std::vector<z3::Term> from, to;
  for (const auto& [k, value] : m.shared) {
    from.push_back(places_.flow().shared[k].now);
    to.push_back(value);
  }
  return t.substitute(from, to);
}

// Both orders lead to the same.
z3::Term Swaps::same(const Move& a, const Move& b) const {
  std::vector<z3::Term> all;
  for (const z3::Term& t : a.mine) all.push_back(t == behind(t, b));
  for (const z3::Term& t : b.mine) all.push_back(t == behind(t, a));
  std::set<uint32_t> changed;
  for (const auto& [k, t] : a.shared) changed.insert(k);
  for (const auto& [k, t] : b.shared) changed.insert(k);
  auto then = [&](const Move& first, const Move& second, uint32_t k) {
    if (auto it = second.shared.find(k); it != second.shared.end()) return behind(it->second, first);
    auto it = first.shared.find(k);
    return it == first.shared.end() ? places_.flow().shared[k].now : it->second;
  };
  for (uint32_t k : changed) all.push_back(then(a, b, k) == then(b, a, k));
  return z3::conjunction(all, c_);
}

bool Swaps::holds(const z3::Term& if_this, const z3::Term& then) {
  const z3::Term not_so = (if_this && !then).simplify();
  if (not_so.is_false()) return true;
  z3::Solver solver(c_, z3::Solver::Of::Anything, kMilliseconds);
  solver.add(shared_ranges());
  solver.add(not_so);
  return solver.check() == z3::Answer::Unsat;
}

bool Swaps::moves_to_left(RestId rest, const Step& other, bool waits) {
  auto [it, fresh] = left_.try_emplace({rest, &other, waits}, false);
  if (fresh) it->second = asked(rest, other, waits);
  return it->second;
}

bool Swaps::asked(RestId rest, const Step& other, bool waits) {
  const Flow& flow = places_.flow();
  if (!is_plain(other)) return false;
  std::vector<const Step*> alike;  // the other one's move
  for (const Step& s : flow.rests[other.from].steps)
    if (s.to == other.to) alike.push_back(&s);
  if (!std::all_of(alike.begin(), alike.end(), [](const Step* s) { return is_plain(*s); })) return false;
  const std::optional<Move> b = move(alike, kOther);
  const std::optional<std::vector<Move>> mine = moves(rest, kMine);
  if (!b || !mine) return false;
  const z3::Term here = own_ranges(rest, kMine) && own_ranges(other.from, kOther);
  for (const Move& a : *mine) {
    if (!holds(here && b->when && behind(a.when, *b), a.when && behind(b->when, a) && same(a, *b))) return false;
    if (waits && !holds(here && a.when && b->when, behind(b->when, a) && behind(a.when, *b))) return false;
  }
  for (const flow::Fault& f : flow.rests[rest].faults) {
    const z3::Term fails = with_own_names(f.when, kMine);
    if (!holds(here && b->when && behind(fails, *b), fails)) return false;
  }
  return true;
}

bool Swaps::keeps(RestId rest, const flow::Fault& other) {
  auto [it, fresh] = keeps_.try_emplace({rest, &other}, false);
  if (!fresh) return it->second;
  const std::optional<std::vector<Move>> mine = moves(rest, kMine);
  if (!mine) return false;
  const z3::Term fails = with_own_names(other.when, kOther);
  const z3::Term here = own_ranges(rest, kMine) && own_ranges(other.at, kOther);
  return it->second = std::all_of(mine->begin(), mine->end(),
                                  [&](const Move& a) { return holds(here && a.when && fails, behind(fails, a)); });
}

bool Swaps::can_always_go(RestId rest) {
  auto [it, fresh] = goes_.try_emplace(rest, false);
  if (!fresh) return it->second;
  if (!places_.flow().rests[rest].may_give_up) return it->second = true;
  z3::Term some = c_.truth(false);
  for (const Step& s : places_.flow().rests[rest].steps) some = some || s.when;
  for (const flow::Fault& f : places_.flow().rests[rest].faults) some = some || f.when;
  return it->second = holds(own_ranges(rest, kMine), with_own_names(some, kMine));
}

}  // namespace heddle::impact
