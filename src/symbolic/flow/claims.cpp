// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/flow/claims.h"

#include <algorithm>

#include "claims/places.h"

namespace heddle::flow {

namespace {

constexpr int64_t kLargest = 1 << 30;  // sums of a few products with words of 32 bits do not overflow
constexpr unsigned kMostParts = 16;
constexpr size_t kMost = 200;

bool has_sections(const model::Program& p) {
  for (const model::Procedure& f : p.procedures)
    for (const model::Instr& i : f.code)
      if (i.kind == model::InstrKind::Builtin && i.builtin == model::Builtin::AtomicBegin) return true;
  return false;
}

}  // namespace

Sayable::Sayable(const analysis::Analyses& analyses, const std::vector<Variable>& shared)
    : analyses_(analyses), p_(analyses.program()), ghosts_(analyses) {
  if (has_sections(p_)) return;
  const claims::Words words(p_);
  const base::BitSet unnoticed = changed_unnoticed();
  for (const Variable& v : shared) {
    if (v.slot.owner >= p_.objects.size()) continue;
    if (v.slot.kind == Slot::Lock) {
      const auto& ghost = ghosts_.of(v.slot.owner, v.slot.at);
      if (ghost && ghost->exact) names_[v.slot] = {ghost->ghost.name, std::nullopt, ghost->ghost.name};
    } else if (v.slot.kind == Slot::Memory && v.width == v.slot.width &&
               !unnoticed.has(analysis::abstract_object(p_, v.slot.owner))) {
      for (const claims::Word& w : words.of(v.slot.owner))
        if (w.offset == v.slot.at && w.bytes * 8 == v.width && w.bytes <= 4 && w.is_signed == v.is_signed)
          names_[v.slot] = {w.name, words.variable(v.slot.owner), ""};
    }
    if (names_.count(v.slot)) slots_.emplace(v.now.text(), v.slot);
  }
}

base::BitSet Sayable::changed_unnoticed() const {
  const analysis::PointsTo& points_to = analyses_.points_to_if_modelled();
  base::BitSet found(p_.objects.size() + p_.sites.size());
  for (model::ProcId f = 0; f < p_.procedures.size(); ++f)
    for (model::Pc pc = 0; pc < p_.procedures[f].code.size(); ++pc) {
      const model::Instr& i = p_.procedures[f].code[pc];
      using enum model::InstrKind;
      if (i.kind == Builtin) {
        // one that writes through a pointer: perhaps together with something else
        for (model::ExprId e : i.args)
          if (p_.exprs[e].width == p_.pointer_width) found.add_all(points_to.objects(f, e));
      } else if (i.kind == Store || i.kind == Rmw || i.kind == CmpXchg || i.kind == Copy || i.kind == Fill) {
        if (!analyses_.visible().at(f, pc)) found.add_all(points_to.objects(f, i.a));
      }
    }
  return found;
}

std::vector<bool> Sayable::run_by_main() const {
  std::vector<bool> runs(p_.procedures.size(), false);
  std::vector<model::ProcId> open{p_.entry};
  while (!open.empty()) {
    const model::ProcId f = open.back();
    open.pop_back();
    if (runs[f]) continue;
    runs[f] = true;
    for (const model::Instr& i : p_.procedures[f].code) {
      if (i.kind == model::InstrKind::Call) open.push_back(i.callee);
      if (i.kind != model::InstrKind::CallPointer) continue;
      for (model::ProcId g : analyses_.points_to_if_modelled().targets(f, i.a)) open.push_back(g);
    }
  }
  return runs;
}

std::string Sayable::name(const Slot& s) const {
  auto it = names_.find(s);
  return it == names_.end() ? "" : it->second.text;
}

std::optional<Sayable::Said> Sayable::joined(const z3::Term& t, const char* by, bool of_numbers) const {
  Said all;
  if (t.size() == 0 || t.size() > kMostParts) return std::nullopt;
  for (unsigned k = 0; k < t.size(); ++k) {
    std::optional<Said> part = of_numbers ? number(t.arg(k)) : truth(t.arg(k));
    if (!part) return std::nullopt;
    all.text += (k ? std::string(" ") + by + " " : "") + part->text;
    all.about.insert(all.about.end(), part->about.begin(), part->about.end());
  }
  if (t.size() > 1) all.text = "(" + all.text + ")";
  return all;
}

std::optional<Sayable::Said> Sayable::number(const z3::Term& t) const {
  switch (t.op()) {
    case z3::Op::Numeral: {
      int64_t n = 0;
      if (!t.is_numeral(n) || n > kLargest || n < -kLargest) return std::nullopt;
      return Said{n < 0 ? "(" + std::to_string(n) + ")" : std::to_string(n), {}};
    }
    case z3::Op::Variable: {
      auto it = slots_.find(t.text());
      if (it == slots_.end()) return std::nullopt;
      return Said{"(long long)" + name(it->second), {it->second}};
    }
    case z3::Op::Negative: {
      std::optional<Said> of = number(t.arg(0));
      if (of) of->text = "(-" + of->text + ")";
      return of;
    }
    case z3::Op::Add: return joined(t, "+", true);
    case z3::Op::Subtract: return joined(t, "-", true);
    case z3::Op::Multiply: {
      // one variable at most: a product of two may be too large
      int variables = 0;
      for (unsigned k = 0; k < t.size(); ++k) variables += t.arg(k).op() != z3::Op::Numeral;
      return variables <= 1 && t.size() == 2 ? joined(t, "*", true) : std::nullopt;
    }
    default: return std::nullopt;
  }
}

std::optional<Sayable::Said> Sayable::truth(const z3::Term& t) const {
  switch (t.op()) {
    case z3::Op::And: return joined(t, "&&", false);
    case z3::Op::Or: return joined(t, "||", false);
    case z3::Op::Not: {
      std::optional<Said> of = truth(t.arg(0));
      if (of) of->text = "!" + (of->text.front() == '(' ? of->text : "(" + of->text + ")");
      return of;
    }
    case z3::Op::Equal:
    case z3::Op::Distinct: {
      if (t.size() != 2) return std::nullopt;
      const char* by = t.op() == z3::Op::Equal ? "==" : "!=";
      return joined(t, by, true);
    }
    case z3::Op::LessEqual: return joined(t, "<=", true);
    case z3::Op::GreaterEqual: return joined(t, ">=", true);
    case z3::Op::Less: return joined(t, "<", true);
    case z3::Op::Greater: return joined(t, ">", true);
    default: return std::nullopt;
  }
}

void Sayable::say(const z3::Term& fact, const Slot* unless) {
  const std::optional<Said> said = truth(fact);
  if (said) say(said->text, said->about, unless);
}

void Sayable::say(const std::string& fact, std::vector<Slot> about, const Slot* unless) {
  if (claims_.all.size() >= kMost) return;
  trace::Claim claim;
  claim.exactly = claim.threads_only = true;
  claim.value = fact;
  if (unless) {
    claim.value = name(*unless) + " || " + fact;
    about.push_back(*unless);
  }
  std::sort(about.begin(), about.end());
  about.erase(std::unique(about.begin(), about.end()), about.end());
  for (const Slot& s : about) {
    const Name& n = names_.at(s);
    if (n.variable)
      claim.variables.push_back(*n.variable);
    else
      claim.ghosts.push_back(n.ghost);
  }
  if (claim.variables.empty()) return;
  for (const Slot& s : about)
    if (const Name& n = names_.at(s); !n.variable)
      if (std::none_of(claims_.ghosts.begin(), claims_.ghosts.end(), [&](const auto& g) { return g.name == n.ghost; }))
        claims_.ghosts.push_back(ghosts_.of(s.owner, s.at)->ghost);
  claims_.all.push_back(std::move(claim));
}

trace::Claims Sayable::take() {
  const std::vector<bool> main = run_by_main();
  if (!claims_.empty())
    claims_.places = claims::places(p_, [](model::ProcId) { return true; }, [&](model::ProcId f) { return main[f]; });
  return std::move(claims_);
}

}  // namespace heddle::flow
