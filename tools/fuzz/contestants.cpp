// SPDX-License-Identifier: GPL-3.0-or-later
#include "contestants.h"

#include <algorithm>

#include "base/check.h"
#include "compare.h"
#include "engines/explore/engine.h"
#include "engines/impact/engine.h"
#include "engines/induction/engine.h"
#include "engines/invariants/engine.h"
#include "engines/lasso/engine.h"
#include "engines/order/engine.h"
#include "engines/ranking/engine.h"
#include "engines/unrolled/engine.h"
#include "engines/walk/engine.h"
#include "options/table.h"

namespace heddle::fuzz {

using base::Property;
using options::Fairness;
using options::Options;
using options::Reduction;
using oracle::Answer;
using Properties = std::vector<Property>;
using namespace std::chrono_literals;

namespace {

const Properties kReachAndRace{Property::UnreachCall, Property::NoDataRace};
const Properties kUsual{Property::UnreachCall, Property::NoDataRace, Property::NoDeadlock};
const Properties kEvery{Property::UnreachCall, Property::NoDataRace, Property::NoDeadlock, Property::Termination,
                        Property::ValidMemsafety};

constexpr auto kAsLongAsItTakes = 20s;

Options about(Properties properties, Reduction reduction = Reduction::Por, Fairness fairness = Fairness::Strong) {
  Options o;
  o.properties = std::move(properties);
  o.reduction = reduction;
  o.fairness = fairness;
  o.progress = false;
  return o;
}

Options with_graph(Options o) {  // else programs that are so small have none
  o.eager_graph = true;
  return o;
}

Question explore_with(Options o, std::string setting) {
  return {explore::run, std::move(o), kAsLongAsItTakes, std::move(setting), true};
}

Contestant plain_explore() {
  auto all = [](Options o) {
    o.all = true;
    return o;
  };
  Contestant c{"explore", {}};
  c.questions = {
      explore_with(all(about(kEvery)), "everything"),
      explore_with(all(about(kEvery, Reduction::None)), "everything, no reduction"),
      explore_with(all(about(kUsual)), "the three usual"),
      explore_with(about({Property::Termination}, Reduction::Por, Fairness::Weak), "weak"),
      explore_with(about({Property::Termination}, Reduction::None, Fairness::Weak), "weak, no reduction"),
  };
  for (Property p : kEvery) c.questions.push_back(explore_with(about({p}), std::string("only ") + text(p)));
  return c;
}

// All together, and each alone: more may be left out when less is asked.
Contestant explore_variant(const char* name, void (*choose)(Options& o), const std::vector<Properties>& asked) {
  Contestant c{name, {}};
  for (const Properties& properties : asked) {
    Options o = about(properties);
    o.all = properties.size() > 1;
    choose(o);
    std::string setting;
    for (Property p : properties) setting += (setting.empty() ? "" : ", ") + std::string(text(p));
    c.questions.push_back(explore_with(std::move(o), setting));
  }
  return c;
}

// What invariants has left to suspect directs another engine.
template <trace::Result (*engine)(const Env& env)>
trace::Result directed(const Env& env) {
  const trace::Suspicions left = invariants::run(env).suspicions;
  return engine({env.analyses, env.options, env.budget, {}, &left});
}

// Where invariants says that its list of suspects is whole, every race that explore finds is on it.
void against_suspicions(Comparison& c, Findings& out) {
  Options o = about({Property::NoDataRace});
  o.all = true;
  base::Budget budget({4s, 0, most_states});
  const trace::Suspicions left = invariants::run({c.wide(), o, budget}).suspicions;
  if (!left.is_whole(Property::NoDataRace) || !left.safe_memory_assumed_at.empty()) return;
  // What a section does is told at its beginning.
  auto is = [](const trace::SuspectPlace& s, const trace::Location& l) {
    return l.access.starts_with("atomic") || (s.file == l.file && s.line == l.line && s.column == l.column);
  };
  for (const trace::Violation& v : explore::run({c.wide(), o, budget}).violations) {
    if (v.property != Property::NoDataRace || v.locations.size() != 2) continue;
    auto suspected = [&](const trace::Suspicion& s) {
      return s.property == Property::NoDataRace &&
             ((is(s.places[0], v.locations[0]) && is(s.places[1], v.locations[1])) ||
              (is(s.places[0], v.locations[1]) && is(s.places[1], v.locations[0])));
    };
    if (std::none_of(left.all.begin(), left.all.end(), suspected))
      out.statements.push_back({"suspects", "", "no-data-race", "a race", "not suspected", v.message, true});
  }
}

// The judge's own reduction must lose nothing. Both say "unknown" of what is undefined or unknown on the way.
void against_lone_steps(Comparison& c, Findings& out) {
  oracle::Limits limits{most_states};
  limits.termination = false;
  limits.reduce = true;
  const oracle::Report& plain = c.enumerated();
  const oracle::Report reduced = oracle::enumerate(c.raw(), limits);
  auto compare = [&](const char* what, Answer wanted, Answer found) {
    out.statements.push_back({"judge", "", what, text(wanted), text(found), "", wanted != found});
  };
  if (!reduced.complete) out.statements.push_back({"judge", "", "states", "complete", "not complete", "", true});
  compare("unreach-call", plain.unreach_call, reduced.unreach_call);
  compare("no-data-race", plain.no_data_race, reduced.no_data_race);
  compare("no-deadlock", plain.no_deadlock, reduced.no_deadlock);
  compare("valid-memsafety", plain.valid_memsafety, reduced.valid_memsafety);
}

trace::Result ranking_alone(const Env& env) {
  return ranking::run(env, [&](const analysis::Analyses& harmless) {
    return order::run({harmless, about({Property::UnreachCall}), env.budget});
  });
}

trace::Result lasso_alone(const Env& env) { return lasso::run(env, order::run); }

Contestant livelocks() {
  const Properties termination{Property::Termination};
  Options formulas = about(termination);
  formulas.contexts = 12;  // with a number of them, formulas alone are asked
  return {"lasso",
          {{lasso_alone, about(termination), 500ms, ""},
           {lasso_alone, about(termination, Reduction::Por, Fairness::Weak), 500ms, "weak"},
           {lasso_alone, formulas, 400ms, "formulas"}},
          nullptr,
          true};
}

Contestant replayed_violations() {
  Contestant c{"replay", {}, nullptr, true};
  for (Options o : {about(kUsual), about({Property::Termination}),
                    about({Property::Termination}, Reduction::Por, Fairness::Weak)}) {
    o.all = true;
    c.questions.push_back(explore_with(o, o.fairness == Fairness::Weak ? "weak" : ""));
  }
  return c;
}

const std::vector<Contestant>& that_replay() {
  static const std::vector<Contestant> list{livelocks(), replayed_violations()};
  return list;
}

}  // namespace

// The limits keep a program well below a second in the median; what an engine decides it mostly decides at once.
const std::vector<Contestant>& all_contestants() {
  static const std::vector<Contestant> list{
      {"judge", {}, against_lone_steps},
      plain_explore(),
      explore_variant("symmetry", [](Options& o) { o.symmetry = true; },
                      {kUsual, {Property::UnreachCall}, {Property::NoDataRace}, {Property::NoDeadlock}}),
      explore_variant("explore-sir", [](Options& o) { o.reduction = Reduction::Sir; },
                      {{Property::UnreachCall, Property::NoDeadlock}, {Property::UnreachCall}, {Property::NoDeadlock}}),
      explore_variant("jobs", [](Options& o) { o.jobs = 2; },
                      {kUsual, {Property::UnreachCall}, {Property::NoDeadlock}}),
      {"any-numbers", {{explore::run_for_any_number, about(kUsual), 1s, ""}}},
      {"bmc-order", {{order::run, about(kUsual), 250ms, ""}}},
      {"bmc-lazy", {{unrolled::run_lazy, about(kReachAndRace), 100ms, ""}}},
      {"bmc-eager", {{unrolled::run_eager, about(kReachAndRace), 100ms, ""}}},
      {"mpor", {{unrolled::run_eager, about(kReachAndRace, Reduction::Mpor), 100ms, ""}}},
      {"sir",
       {{unrolled::run_eager, about(kReachAndRace, Reduction::Sir), 100ms, ""},
        // alone: then accesses that race need not stay in order
        {unrolled::run_eager, about({Property::UnreachCall}, Reduction::Sir), 100ms, "unreach-call alone"},
        {unrolled::run_eager, with_graph(about(kReachAndRace, Reduction::Sir)), 100ms, "with its graph"},
        {unrolled::run_eager, with_graph(about({Property::UnreachCall}, Reduction::Sir)), 100ms,
         "with its graph, unreach-call alone"}}},
      {"induction", {{induction::run, about(kReachAndRace), 250ms, ""}}},
      {"invariants", {{invariants::run, about(kUsual), 1s, ""}}},
      {"impact", {{impact::run, about(kUsual), 300ms, ""}}},
      {"walk",
       {{walk::run,
         about({Property::UnreachCall, Property::NoDataRace, Property::NoDeadlock, Property::ValidMemsafety}), 20ms,
         ""}}},
      {"ranking", {{ranking_alone, about({Property::Termination}), 60ms, ""}}},
      {"suspects",
       {{directed<explore::run>, about(kUsual), 2s, "explore"},
        {directed<explore::run>, about({Property::UnreachCall}), 2s, "explore, unreach-call"},
        {directed<explore::run>, about({Property::NoDataRace}), 2s, "explore, no-data-race"},
        {directed<explore::run>, about({Property::NoDeadlock}), 2s, "explore, no-deadlock"},
        {directed<order::run>, about(kUsual), 80ms, "bmc-order"},
        {directed<walk::run>, about(kUsual), 20ms, "walk"}},
       against_suspicions},
  };
  return list;
}

std::vector<Contestant> contestants(const std::string& names) {
  if (names == "all") return all_contestants();
  std::vector<Contestant> known = all_contestants(), out;
  known.insert(known.end(), that_replay().begin(), that_replay().end());
  for (const std::string& name : options::split(names, ',')) {
    auto found = std::find_if(known.begin(), known.end(), [&](const Contestant& c) { return c.name == name; });
    if (found == known.end()) {
      std::string all;
      for (const Contestant& c : known) all += " " + c.name;
      throw InputError("no engine is called '" + name + "'; there are: all" + all);
    }
    out.push_back(*found);
  }
  return out;
}

}  // namespace heddle::fuzz
