// SPDX-License-Identifier: GPL-3.0-or-later
// The engine must answer exactly what the oracle answers. Where no state shows a race but the program has weak atomics
// or attempts to lock (judge/enumerator/weak_order.h), the oracle looks at what happens before what in all executions.
// Only if that takes too long may the engine say what it likes, as long as the oracle's random walks do not find a race
// where there is to be none.
#include "compare.h"

#include <algorithm>

#include "analysis/prepare.h"
#include "base/budget.h"
#include "base/check.h"
#include "engines/order/engine.h"
#include "engines/explore/engine.h"
#include "engines/impact/engine.h"
#include "engines/induction/engine.h"
#include "engines/invariants/engine.h"
#include "engines/lasso/engine.h"
#include "engines/unrolled/engine.h"
#include "engines/ranking/engine.h"
#include "engines/walk/engine.h"
#include "judge/enumerator/happens_before.h"
#include "judge/enumerator/weak_order.h"
#include "options/options.h"

namespace heddle::fuzz {

using base::Property;
using options::Fairness;
using options::Options;
using options::Reduction;
using oracle::Answer;
using trace::Verdict;
using namespace std::chrono_literals;

namespace {

struct Setting {
  std::string name;
  std::vector<Property> properties;
  Reduction reduction = Reduction::Por;
  Fairness fairness = Fairness::Strong;
  bool all = false;
  unsigned jobs = 1;
};

std::vector<Setting> settings() {
  std::vector<Property> every{Property::UnreachCall, Property::NoDataRace, Property::NoDeadlock, Property::Termination,
                              Property::ValidMemsafety};
  std::vector<Property> usual{Property::UnreachCall, Property::NoDataRace, Property::NoDeadlock};
  std::vector<Setting> out{
      {"everything, no reduction", every, Reduction::None, Fairness::Strong, true},
      {"everything, por", every, Reduction::Por, Fairness::Strong, true},
      {"the three usual, por", usual, Reduction::Por, Fairness::Strong, true},
      {"the three usual, por, three searchers", usual, Reduction::Por, Fairness::Strong, true, 3},
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

bool agrees(Property p, Answer oracle, Verdict engine, const Judgement& j) {
  // leaks are nobody's matter here
  if (p == Property::ValidMemsafety) return (oracle == Answer::False) == (engine == Verdict::False);
  if (p == Property::NoDataRace && j.race_open) return true;
  switch (engine) {
    case Verdict::True: return oracle == Answer::True;
    case Verdict::False: return oracle == Answer::False;
    case Verdict::Unknown: return oracle == Answer::Unknown;
  }
  return false;
}

// The interpreter of the engines gives the bytes of a lock no value, and says so; the oracle does.
bool reads_a_lock(const trace::Result& r) {
  return r.reason_code == trace::Reason::Unsupported && r.reason.find("also accessed as memory") != std::string::npos;
}

// What it says of the first property.
Verdict run(const model::Program& p, const Setting& s, Judgement& j) {
  Verdict first = Verdict::Unknown;
  Options o;
  o.engine = options::Engine::Explore;
  o.properties = s.properties;
  o.reduction = s.reduction;
  o.fairness = s.fairness;
  o.all = s.all;
  o.jobs = s.jobs;
  o.progress = false;
  base::Budget budget({std::chrono::seconds(20), 0, 4 * most_states});
  try {
    trace::Result r = explore::run({analysis::Analyses(p), o, budget});
    for (Property property : s.properties) {
      Answer want = expected(j.report, property, s.fairness);
      Verdict got = r.properties.count(property) ? r.properties.at(property) : trace::Judgement();
      if (property == s.properties[0]) first = got;
      if (agrees(property, want, got, j)) continue;
      if (got == Verdict::Unknown && reads_a_lock(r)) {
        j.reads_a_lock = true;
        continue;
      }
      std::string name = text(property);
      if (property == Property::Termination) name += s.fairness == Fairness::Weak ? " (weak)" : " (strong)";
      j.disagreements.push_back({name, text(want), text(got), s.name + (r.reason.empty() ? "" : ": " + r.reason)});
    }
  } catch (const InternalError& e) {
    j.disagreements.push_back({"crash", "", e.what(), s.name});
  }
  return first;
}

// An engine that makes formulas may be unsure, but what it says must be so.
struct Formula {
  const char* name;
  trace::Result (*run)(const Env& env);
  std::vector<Property> properties;
  std::chrono::milliseconds time{1000};
  Reduction reduction = Reduction::Por;
  Fairness fairness = Fairness::Strong;
  int contexts = 0;
};

// The oracle follows calls to a certain depth only.
bool only_recursion_goes_on(const trace::Result& r) {
  return std::all_of(r.violations.begin(), r.violations.end(), [](const trace::Violation& v) {
    return v.kind == "livelock" && v.message.find("grows with each round") != std::string::npos;
  });
}

void run_formula(const Formula& f, const Wide& wide, Judgement& j) {
  Options o;
  o.properties = f.properties;
  o.reduction = f.reduction;
  o.fairness = f.fairness;
  o.progress = false;
  o.contexts = f.contexts;
  base::Budget budget({f.time, 0, 0});
  model::Program marked = wide.program;
  std::unique_ptr<analysis::Analyses> analyses = analysis::prepare(marked);
  try {
    trace::Result r = f.run({*analyses, o, budget});
    for (trace::Violation& v : r.violations)
      if (v.kind == "livelock") j.lassos.push_back(v);
    bool unrepeated = r.reason.find("could not be repeated") != std::string::npos;
    for (Property property : f.properties) {
      Verdict got = r.properties.at(property);
      Answer want = expected(j.report, property, f.fairness);
      if (got == Verdict::Unknown && !unrepeated) continue;
      if (got == Verdict::False && wide.more) continue;
      // A proof that assumes safe memory says nothing where something undefined happens.
      if (want == Answer::Unknown && !trace::safe_memory_assumed_at(r, property).empty()) continue;
      if (!unrepeated && agrees(property, want, got, j)) continue;
      if (want == Answer::Unknown && got == Verdict::False && only_recursion_goes_on(r)) continue;
      j.disagreements.push_back(
          {text(property), text(want), text(got), f.name + (r.reason.empty() ? "" : ": " + r.reason)});
    }
    if (f.name != (only_engine.empty() ? "bmc-order" : only_engine)) return;
    auto decides = [&](Property p) { return r.properties.count(p) && r.properties.at(p) != Verdict::Unknown; };
    j.decides = decides(f.properties[0]);
    if (f.properties.size() > 1) j.decides_races = decides(Property::NoDataRace);
    j.undecided = r.reason;
  } catch (const InternalError& e) {
    j.disagreements.push_back({"crash", "", e.what(), f.name});
  }
}

// No state shows a race; but do weak operations keep accesses apart that nothing orders?
void look_for_unordered(const model::Program& p, Judgement& j) {
  Answer all = oracle::unordered_races(p, {most_states / 8});
  if (all == Answer::Unknown && oracle::random_runs_race(p, 1, 20, 300, oracle::Atomics::AsWritten))
    all = Answer::False;
  if (all == Answer::False) j.report.no_data_race = Answer::False;
  j.race_open = all == Answer::Unknown;
}

trace::Result ranking_alone(const Env& env) {
  return ranking::run(env, [&](const analysis::Analyses& harmless) {
    Options only = env.options;
    only.properties = {Property::UnreachCall};
    return order::run({harmless, only, env.budget});
  });
}

// What invariants has left to suspect directs another engine.
template <trace::Result (*engine)(const Env& env)>
trace::Result directed(const Env& env) {
  const trace::Suspicions left = invariants::run(env).suspicions;
  return engine({env.analyses, env.options, env.budget, {}, &left});
}

// Where invariants says that its list of suspects is whole, every race that explore finds is on it.
void against_suspicions(const Wide& wide, Judgement& j) {
  Options o;
  o.properties = {Property::NoDataRace};
  o.all = true;
  o.progress = false;
  base::Budget budget({4s, 0, most_states});
  model::Program marked = wide.program;
  std::unique_ptr<analysis::Analyses> analyses = analysis::prepare(marked);
  const trace::Suspicions left = invariants::run({*analyses, o, budget}).suspicions;
  if (!left.is_whole(Property::NoDataRace) || !left.safe_memory_assumed_at.empty()) return;
  // What a section does is told at its beginning.
  auto is = [](const trace::SuspectPlace& s, const trace::Location& l) {
    return l.access.starts_with("atomic") || (s.file == l.file && s.line == l.line && s.column == l.column);
  };
  for (const trace::Violation& v : explore::run({*analyses, o, budget}).violations) {
    if (v.property != Property::NoDataRace || v.locations.size() != 2) continue;
    auto suspected = [&](const trace::Suspicion& s) {
      return s.property == Property::NoDataRace &&
             ((is(s.places[0], v.locations[0]) && is(s.places[1], v.locations[1])) ||
              (is(s.places[0], v.locations[1]) && is(s.places[1], v.locations[0])));
    };
    if (std::none_of(left.all.begin(), left.all.end(), suspected))
      j.disagreements.push_back({"no-data-race", "a race", "not suspected", "suspects: " + v.message});
  }
}

trace::Result lasso_alone(const Env& env) { return lasso::run(env, order::run); }

// Explore says exactly whether there is a fair cycle. What lasso finds must be there; it may find less.
void against_explore(const model::Program& p, const Wide& wide, Fairness fairness, Judgement& j) {
  const Verdict all = run(p, {"termination, por", {Property::Termination}, Reduction::Por, fairness, false}, j);
  const size_t before = j.lassos.size();
  run_formula({"lasso", lasso_alone, {Property::Termination}, 500ms, Reduction::Por, fairness}, wide, j);
  const bool found = j.lassos.size() > before;
  // Where walks have found nothing, formulas were asked already.
  if (found && fairness == Fairness::Strong) {
    constexpr int kContexts = 12;  // with a number of them, formulas alone are asked
    run_formula({"lasso", lasso_alone, {Property::Termination}, 400ms, Reduction::Por, fairness, kContexts}, wide, j);
    j.livelocks.formulas += j.lassos.size() > before + 1;
  }
  j.livelocks.explore += all == Verdict::False;
  j.livelocks.lasso += found && all == Verdict::False;
  if (found && all == Verdict::True && !wide.more)
    j.disagreements.push_back({"termination", "explore: true", "false", "lasso"});
}

// The judge's own reduction must lose nothing. Both say "unknown" of what is undefined or unknown on the way.
void against_lone_steps(const model::Program& p, Judgement& j) {
  oracle::Limits limits{most_states};
  limits.termination = false;
  limits.reduce = true;
  const oracle::Report reduced = oracle::enumerate(p, limits);
  auto compare = [&](const char* what, Answer plain, Answer found) {
    if (plain != found) j.disagreements.push_back({what, text(plain), text(found), "the judge with its reduction"});
  };
  if (!reduced.complete)
    j.disagreements.push_back({"states", "complete", "not complete", "the judge with its reduction"});
  compare("unreach-call", j.report.unreach_call, reduced.unreach_call);
  compare("no-data-race", j.report.no_data_race, reduced.no_data_race);
  compare("no-deadlock", j.report.no_deadlock, reduced.no_deadlock);
  compare("valid-memsafety", j.report.valid_memsafety, reduced.valid_memsafety);
}

}  // namespace

Judgement judge(const model::Program& p, const Wide& wide) {
  Judgement j;
  j.report = oracle::enumerate(p, {most_states});
  if (!j.report.complete) return j;
  auto wanted = [](const char* name) { return only_engine.empty() || only_engine == name; };
  if (wanted("judge")) against_lone_steps(p, j);  // before the report says more than states show
  const bool races = only_engine != "lasso";      // of which nothing is asked then
  if (races && j.report.no_data_race != Answer::False && oracle::has_weak_order(p)) look_for_unordered(p, j);
  if (races && j.report.no_data_race == Answer::True && !j.race_open && oracle::random_runs_race(p, 1, 20, 300))
    j.disagreements.push_back(
        {"no-data-race", "true", "unordered accesses", "the oracle's own random runs with vector clocks"});
  if (wanted("explore"))
    for (const Setting& s : settings()) run(p, s, j);
  if (wanted("bmc-order"))
    run_formula({"bmc-order", order::run, {Property::UnreachCall, Property::NoDataRace, Property::NoDeadlock}}, wide,
                j);
  if (wanted("bmc-lazy"))
    run_formula({"bmc-lazy", unrolled::run_lazy, {Property::UnreachCall, Property::NoDataRace}}, wide, j);
  if (wanted("bmc-eager"))
    run_formula({"bmc-eager", unrolled::run_eager, {Property::UnreachCall, Property::NoDataRace}}, wide, j);
  // Each takes bmc-eager's time once more: only when they are asked for.
  if (only_engine == "mpor")
    run_formula({"mpor", unrolled::run_eager, {Property::UnreachCall, Property::NoDataRace}, 1s, Reduction::Mpor}, wide,
                j);
  if (only_engine == "sir") {
    run_formula({"sir", unrolled::run_eager, {Property::UnreachCall, Property::NoDataRace}, 1s, Reduction::Sir}, wide,
                j);
    // alone: then accesses that race need not stay in order
    run_formula({"sir", unrolled::run_eager, {Property::UnreachCall}, 1s, Reduction::Sir}, wide, j);
  }
  if (only_engine == "explore-sir")
    for (const std::vector<Property>& asked : {std::vector<Property>{Property::UnreachCall},
                                               {Property::NoDeadlock},
                                               {Property::UnreachCall, Property::NoDeadlock}})
      run(p, {"explore, sir", asked, Reduction::Sir}, j);
  if (only_engine == "suspects") {
    const std::vector<Property> usual{Property::UnreachCall, Property::NoDataRace, Property::NoDeadlock};
    against_suspicions(wide, j);
    run_formula({"suspects", directed<explore::run>, usual, 8s}, wide, j);
    for (Property one : usual)
      run_formula({"suspects, explore, one property", directed<explore::run>, {one}, 8s}, wide, j);
    run_formula({"suspects, bmc-order", directed<order::run>, usual, 3s}, wide, j);
    run_formula({"suspects, walk", directed<walk::run>, usual, 300ms}, wide, j);
  }
  // Slow, and it proves one program in ten: only when it is asked for.
  if (only_engine == "induction")
    run_formula({"induction", induction::run, {Property::UnreachCall, Property::NoDataRace}, 4s}, wide, j);
  if (wanted("invariants"))
    run_formula(
        {"invariants", invariants::run, {Property::UnreachCall, Property::NoDataRace, Property::NoDeadlock}, 4s}, wide,
        j);
  if (only_engine == "impact")
    run_formula({"impact", impact::run, {Property::UnreachCall, Property::NoDataRace, Property::NoDeadlock}, 2s}, wide,
                j);
  if (only_engine == "walk")
    run_formula({"walk",
                 walk::run,
                 {Property::UnreachCall, Property::NoDataRace, Property::NoDeadlock, Property::ValidMemsafety},
                 500ms},
                wide, j);
  if (only_engine == "lasso")
    for (Fairness fairness : {Fairness::Weak, Fairness::Strong}) against_explore(p, wide, fairness, j);
  if (only_engine == "ranking") run_formula({"ranking", ranking_alone, {Property::Termination}, 6s}, wide, j);
  std::stable_sort(j.disagreements.begin(), j.disagreements.end(),
                   [](auto& a, auto& b) { return a.severity() > b.severity(); });
  return j;
}

}  // namespace heddle::fuzz
