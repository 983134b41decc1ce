// SPDX-License-Identifier: GPL-3.0-or-later
#include "judge/questions.h"

#include <algorithm>
#include <cctype>

#include "judge/formula.h"

namespace heddle::judge {

using trace::Answer;

namespace {
constexpr const char* kSetUp = "(set-option :tlimit-per 20000)\n(set-logic QF_LIA)\n";

bool meet(const Claim& c, const std::set<std::string>& names) {
  return std::any_of(c.names.begin(), c.names.end(), [&](const std::string& n) { return names.count(n) != 0; });
}
}  // namespace

Claim::Claim(std::string t) : text(std::move(t)), names(names_in(text)) {}

Suppositions::Suppositions(const steps::Premises& premises, const std::map<std::string, std::string>& names) {
  for (const auto& [name, known] : premises.given) {
    auto it = names.find(name);
    given.emplace(it == names.end() ? name : it->second, Claim(renamed(known, names)));
  }
  for (const std::string& t : premises.where) where.emplace_back(renamed(t, names));
}

void Suppositions::add(const Suppositions& more) {
  given.insert(more.given.begin(), more.given.end());
  where.insert(where.end(), more.where.begin(), more.where.end());
}

Questions::Questions(Cvc5& solver) : solver_(solver) { solver_.send(kSetUp); }

Answer Questions::opposite(const Facts& facts, const Suppositions& s, const Claim* goal) {
  ++asked_;
  if (goal && goal->text == "true") return Answer::Unsat;
  const Answer near = ask(facts, s, goal, false);
  return near == Answer::Unsat ? near : ask(facts, s, goal, true);
}

// All facts, or those that are connected with the goal; without a goal, with the suppositions.
Answer Questions::ask(const Facts& facts, const Suppositions& s, const Claim* goal, bool all) {
  std::vector<const Claim*> pool = facts, taken;
  std::set<std::string> names;
  std::vector<std::string> open;
  auto reach = [&](const Claim& c) {
    for (const std::string& n : c.names)
      if (names.insert(n).second) open.push_back(n);
  };
  auto take = [&](const Claim& c) {
    taken.push_back(&c);
    reach(c);
  };
  if (goal) reach(*goal);
  for (const Claim& c : s.where) (all || !goal) ? take(c) : pool.push_back(&c);
  for (bool more = true; more;) {
    more = false;
    while (!open.empty()) {
      const std::string n = open.back();
      open.pop_back();
      if (auto it = s.given.find(n); it != s.given.end()) take(it->second);
      if (auto it = ranges_.find(n); it != ranges_.end()) take(it->second);
    }
    std::vector<const Claim*> rest;
    for (const Claim* c : pool) {
      if (!all && !meet(*c, names) && !c->names.empty()) {
        rest.push_back(c);
        continue;
      }
      take(*c);
      more = true;
    }
    pool = std::move(rest);
  }
  std::string text;
  for (const std::string& n : names) text += "(declare-const " + n + " Int)";
  std::vector<std::string> lines;
  for (const Claim* c : taken) lines.push_back(c->text);
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  for (const std::string& t : lines) text += "(assert " + t + ")";
  if (goal) text += "(assert (not " + goal->text + "))";
  auto [it, fresh] = answers_.try_emplace(std::move(text), Answer::Unknown);
  if (!fresh) return it->second;
  solver_.send("(push 1)");
  solver_.send(it->first);
  it->second = solver_.check();
  solver_.send("(pop 1)");
  return it->second;
}

}  // namespace heddle::judge
