// SPDX-License-Identifier: GPL-3.0-or-later
// The engine must answer exactly what the oracle answers, with two exceptions that are no errors: it may be unsure about races
// when the program uses relaxed atomics, and about anything when its own limits were reached (these are generous here).
#include "compare.h"

#include <algorithm>

#include "base/budget.h"
#include "base/check.h"
#include "engines/explore/engine.h"
#include "engines/explore/weak_order.h"
#include "oracle/happens_before.h"
#include "options/options.h"

namespace heddle::fuzz {

using base::Property;
using options::Fairness;
using options::Options;
using options::Reduction;
using oracle::Answer;
using trace::Verdict;

namespace {

struct Setting {
  std::string name;
  std::vector<Property> properties;
  Reduction reduction = Reduction::Por;
  Fairness fairness = Fairness::Strong;
  bool all = false;
};

std::vector<Setting> settings() {
  std::vector<Property> every{Property::UnreachCall, Property::NoDataRace, Property::NoDeadlock, Property::Termination, Property::ValidMemsafety};
  std::vector<Property> usual{Property::UnreachCall, Property::NoDataRace, Property::NoDeadlock};
  std::vector<Setting> out{
      {"everything, no reduction", every, Reduction::None, Fairness::Strong, true},
      {"everything, por", every, Reduction::Por, Fairness::Strong, true},
      {"the three usual, por", usual, Reduction::Por, Fairness::Strong, true},
      {"termination weak, no reduction", {Property::Termination}, Reduction::None, Fairness::Weak, false},
      {"termination weak, por", {Property::Termination}, Reduction::Por, Fairness::Weak, false},
  };
  for (Property p : every) out.push_back({std::string("only ") + text(p) + ", por", {p}});
  return out;
}

Answer expected(const oracle::Report& r, Property p, Fairness fairness) {
  switch (p) {
    case Property::UnreachCall: return r.unreach_call;
    case Property::NoDataRace: return r.no_data_race;
    case Property::NoDeadlock: return r.no_deadlock;
    case Property::Termination: return fairness == Fairness::Strong ? r.termination_strong : r.termination_weak;
    default: return r.valid_memsafety;
  }
}

// Where threads can learn of each other without happens-before order, the engine may decline to prove that there is no race.
bool has_weak_order(const model::Program& p) {
  if (explore::makes_attempts_to_lock(p)) return true;
  for (const model::Procedure& f : p.procedures)
    for (const model::Instr& i : f.code)
      if (i.atomic() && i.order != model::MemoryOrder::SeqCst) return true;
  return false;
}

bool agrees(Property p, Answer oracle, Verdict engine, bool weak_order) {
  if (p == Property::ValidMemsafety) return (oracle == Answer::False) == (engine == Verdict::False);  // leaks are nobody's matter here
  switch (engine) {
    case Verdict::True: return oracle == Answer::True;
    case Verdict::False: return oracle == Answer::False;
    case Verdict::Unknown: return oracle == Answer::Unknown || (p == Property::NoDataRace && weak_order);
  }
  return false;
}

void run(const model::Program& p, const Setting& s, Judgement& j) {
  Options o;
  o.engine = options::Engine::Explore;
  o.properties = s.properties;
  o.reduction = s.reduction;
  o.fairness = s.fairness;
  o.all = s.all;
  o.progress = false;
  base::Budget budget({std::chrono::seconds(20), 0, 4 * kStateLimit});
  try {
    trace::Result r = explore::run(p, o, budget);
    for (Property property : s.properties) {
      Answer want = expected(j.report, property, s.fairness);
      Verdict got = r.properties.count(property) ? r.properties.at(property) : Verdict::Unknown;
      if (agrees(property, want, got, has_weak_order(p))) continue;
      std::string name = text(property);
      if (property == Property::Termination) name += s.fairness == Fairness::Weak ? " (weak)" : " (strong)";
      j.disagreements.push_back({name, text(want), text(got), s.name + (r.reason.empty() ? "" : ": " + r.reason)});
    }
  } catch (const InternalError& e) {
    j.disagreements.push_back({"crash", "", e.what(), s.name});
  }
}

}  // namespace

Judgement judge(const model::Program& p) {
  Judgement j;
  j.report = oracle::enumerate(p, kStateLimit);
  if (!j.report.complete) return j;
  if (j.report.no_data_race == Answer::True && oracle::random_runs_race(p, 1, 20, 300))
    j.disagreements.push_back({"no-data-race", "true", "unordered accesses", "the oracle's own random runs with vector clocks"});
  for (const Setting& s : settings()) run(p, s, j);
  std::stable_sort(j.disagreements.begin(), j.disagreements.end(), [](auto& a, auto& b) { return a.severity() > b.severity(); });
  return j;
}

}  // namespace heddle::fuzz
