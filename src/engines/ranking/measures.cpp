// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/ranking/measures.h"

#include <algorithm>
#include <set>

namespace heddle::ranking {

namespace {

constexpr unsigned kPatience = 1000;  // milliseconds for a question
constexpr unsigned kTooHard = 8;      // so many questions about a loop without an answer: no more are asked
constexpr size_t kMostVariables = 16, kMostHints = 16, kMostMeasures = 5;

}  // namespace

z3::Answer Measures::ask(const std::vector<z3::Term>& assertions, std::optional<z3::Model>* model) {
  if (stop_()) throw Stopped{};
  if (unanswered_ >= kTooHard) return z3::Answer::Unknown;
  ++questions_;
  z3::Solver solver(terms_.context(), z3::Solver::Of::BitVectors, kPatience);
  for (const z3::Term& f : terms_.facts) solver.add(f);
  for (const z3::Term& a : assertions) solver.add(a);
  z3::Answer answer = solver.check();
  if (answer == z3::Answer::Sat && model) model->emplace(solver.model());
  unanswered_ += answer == z3::Answer::Unknown;
  return answer;
}

bool Measures::always(const std::vector<z3::Term>& assumed, const z3::Term& claim) {
  std::vector<z3::Term> all = assumed;
  all.push_back(!claim);
  return ask(all) == z3::Answer::Unsat;
}

std::vector<Measures::Change> Measures::changes(const Round& r) const {
  std::vector<Change> found;
  auto add = [&](const z3::Term& entry, const z3::Term& now, const z3::Term& then, const std::string& name) {
    if (entry.id() != now.id()) found.push_back({entry, now, then, name});
  };
  for (size_t k = 0; k < r.header.locals.size(); ++k)
    add(r.entry.locals[k], r.header.locals[k], r.back->locals[k], procedure_.locals[k].name);
  for (size_t k = 0; k < r.header.cells.size(); ++k) add(r.entry.cells[k], r.header.cells[k], r.back->cells[k], "");
  return found;
}

bool Measures::of_header(const Round& r, const z3::Term& e) const {
  std::vector<unsigned> constants = Terms::constants_of(e);
  return constants.empty() || constants.back() < r.last_constant;
}

std::vector<Hint> Measures::hints_of_header(const Round& r) const {
  std::vector<Hint> found;
  std::set<std::pair<unsigned, unsigned>> seen;
  for (const Hint& h : r.hints)
    if (found.size() < kMostHints && seen.insert({h.left.id(), h.right.id()}).second && of_header(r, h.left) &&
        of_header(r, h.right))
      found.push_back(h);
  return found;
}

namespace {

// The same term one round later, or at the entry.
template <class Changes, class Which>
z3::Term moved(const z3::Term& e, const Changes& changes, Which which) {
  std::vector<z3::Term> from, to;
  for (const auto& v : changes) {
    from.push_back(v.now);
    to.push_back(which(v));
  }
  return e.substitute(from, to);
}

}  // namespace

std::vector<z3::Term> Measures::guesses(const Round& r, const std::vector<Change>& changes) {
  std::vector<z3::Term> all;
  size_t variables = 0;
  for (const Change& v : changes) {
    if (v.now.width() < 8 || ++variables > kMostVariables) continue;
    all.push_back(z3::sge(v.now, 0));
    for (const z3::Term& e :
         {z3::sle(v.now, v.entry), z3::sge(v.now, v.entry), z3::ule(v.now, v.entry), z3::uge(v.now, v.entry)})
      all.push_back(e);
  }
  for (const Hint& h : hints_of_header(r)) {
    if (h.address || h.left.width() < 8) continue;
    for (const z3::Term& e :
         {z3::sle(h.left, h.right), z3::sge(h.left, h.right), z3::ule(h.left, h.right), z3::uge(h.left, h.right)})
      all.push_back(e);
  }
  return all;
}

std::vector<z3::Term> Measures::invariants(const Round& r) {
  unanswered_ = 0;
  std::vector<Change> changed = changes(r);
  std::vector<z3::Term> kept;
  for (const z3::Term& guess : guesses(r, changed))
    if (always({r.entry.guard}, moved(guess, changed, [](const Change& v) { return v.entry; }))) kept.push_back(guess);
  while (!kept.empty()) {
    std::vector<z3::Term> later, assertions = kept;
    for (const z3::Term& k : kept) later.push_back(moved(k, changed, [](const Change& v) { return v.then; }));
    assertions.push_back(r.back->guard);
    assertions.push_back(!z3::conjunction(later, terms_.context()));
    std::optional<z3::Model> model;
    z3::Answer answer = ask(assertions, &model);
    if (answer == z3::Answer::Unsat) return kept;
    if (answer == z3::Answer::Unknown) return {};
    std::vector<z3::Term> left;
    for (size_t k = 0; k < kept.size(); ++k)
      if (model->value(later[k]).is_true()) left.push_back(kept[k]);
    if (left.size() == kept.size()) return {};
    kept = std::move(left);
  }
  return kept;
}

std::vector<Measures::Candidate> Measures::candidates(const Round& r, const std::vector<Change>& changes) {
  std::vector<Candidate> all;
  auto add = [&](const z3::Term& e, const std::string& text) {
    z3::Term then = moved(e, changes, [](const Change& v) { return v.then; });
    all.push_back({e, then, text});
  };
  for (const Hint& h : hints_of_header(r)) {
    if (h.left.width() < 8) continue;
    std::string text = h.address ? h.text : "the distance of " + h.text;
    add(h.left - h.right, text);
    if (h.address)
      add(~h.left, text);
    else
      add(h.right - h.left, text);
  }
  size_t variables = 0;
  for (const Change& v : changes) {
    unsigned width = v.now.width();
    if (++variables > kMostVariables) break;
    std::string name = v.name.empty() ? "a number" : v.name;
    add(v.now, name);
    add(~v.now, name);
    if (width < 8) continue;
    z3::Term sign = terms_.constant(uint64_t{1} << (width - 1), width);
    add(v.now ^ sign, name);
    add(~(v.now ^ sign), name);
    add(terms_.absolute(v.now), name);
  }
  std::erase_if(all, [](const Candidate& m) { return m.now.id() == m.then.id(); });
  return all;
}

// Only rounds that are followed by another one matter: the loop does not end with any other.
std::vector<z3::Term> Measures::next_round(const Round& r, const std::vector<Change>& changes) {
  std::vector<z3::Term> later{r.back->guard};
  later.insert(later.end(), terms_.facts.begin() + static_cast<ptrdiff_t>(r.first_fact), terms_.facts.end());
  z3::Term all = z3::conjunction(later, terms_.context());
  std::vector<z3::Term> from, to;
  for (const Change& v : changes) {
    from.push_back(v.now);
    to.push_back(v.then);
  }
  for (unsigned n : Terms::constants_of(all))
    if (n >= r.last_constant) {
      from.push_back(terms_.constant_numbered(n));
      to.push_back(terms_.fresh(terms_.constant_numbered(n).width()));
    }
  return {all.substitute(from, to)};
}

std::optional<std::string> Measures::measure(const Round& r) {
  if (!r.back) return "no second round";
  unanswered_ = 0;
  std::vector<Change> changed = changes(r);
  std::vector<Candidate> all = candidates(r, changed);
  std::vector<z3::Term> here{r.back->guard};
  if (ask(here) == z3::Answer::Unsat) return "no second round";
  for (bool looked_ahead : {false, true}) {
    if (looked_ahead)
      for (const z3::Term& e : next_round(r, changed)) here.push_back(e);
    std::vector<z3::Term> left = here;
    std::string text;
    std::set<size_t> used;
    for (size_t level = 0; level < kMostMeasures; ++level) {
      for (const Candidate& m : all)
        if (always(left, z3::ult(m.then, m.now))) return text + m.text;
      auto helps = [&](const Candidate& m) {
        return always(left, z3::ule(m.then, m.now)) && !always(left, m.then == m.now);
      };
      size_t k = 0;
      while (k < all.size() && (used.count(k) || !helps(all[k]))) ++k;
      if (k == all.size()) break;
      used.insert(k);
      left.push_back(all[k].then == all[k].now);
      text += all[k].text + ", then ";
    }
  }
  return std::nullopt;
}

}  // namespace heddle::ranking
