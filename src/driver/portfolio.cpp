// SPDX-License-Identifier: GPL-3.0-or-later
#include "driver/portfolio.h"

#include <algorithm>

#include "base/check.h"
#include "engines/explore/engine.h"
#include "engines/impact/engine.h"
#include "engines/induction/engine.h"
#include "engines/invariants/engine.h"
#include "engines/lasso/engine.h"
#include "engines/order/engine.h"
#include "engines/ranking/engine.h"
#include "engines/unrolled/engine.h"
#include "engines/walk/engine.h"

namespace heddle::driver {

using base::Property;
using options::Engine;
using std::chrono::milliseconds;
using namespace std::chrono_literals;

namespace {

constexpr Properties kErrors = one(Property::UnreachCall), kRaces = one(Property::NoDataRace),
                     kDeadlocks = one(Property::NoDeadlock), kUsual = kErrors | kRaces | kDeadlocks,
                     kEnds = one(Property::Termination), kEverything = ~0u;

// ranking shows that every loop ends, and needs somebody to show that nothing undefined happens on the way. These are
// asked in turn, until one of them has a proof.
struct Turn {
  Run run;
  double share;
  milliseconds most;
};
// clang-format off
constexpr Turn kNothingUndefined[] = {
    // engine         of its time  at most
    {order::run,      0.2,         5s},   // few rounds of every loop may be all there are
    {invariants::run, 0.2,         5s},   // what a formula has no words for: floating-point numbers, texts
    {induction::run,  0.4,         20s},  // any number of rounds
    {order::run,      1.0,         60s},  // more rounds
};
// clang-format on

trace::Result ranking_with_help(const Env& env) {
  return ranking::run(env, [&](const analysis::Analyses& harmless) {
    options::Options only = env.options;
    only.properties = {Property::UnreachCall};
    trace::Result said;
    for (const Turn& t : kNothingUndefined) {
      base::Budget part = env.budget.part(t.share, t.most);
      said = t.run({harmless, only, part});
      // A proof that assumes safe memory does not answer the question.
      const bool shown = said.verdict == trace::Verdict::True && !trace::assumes_safe_memory(said);
      if (shown || env.budget.check_now()) break;
    }
    return said;
  });
}

// lasso writes a program without threads, and bmc-order looks for its error.
trace::Result lasso_by_order(const Env& env) { return lasso::run(env, order::run); }

// What `auto` runs. Engines run side by side, two at a time; more of them take turns. Each engine is asked about the
// properties that are still open when it begins. All engines end when every property is decided (auto.cpp).
//
// explore decides most programs in its head start, always in the same way. bmc-order takes wide inputs and many
// interleavings, but cuts loops. induction takes any number of threads and rounds, but it has to guess the facts, and
// it finds no violations. Where threads are started without end no other engine has a proof, so induction begins at
// once. impact takes loops without a bound whose facts are conditions of the program, with case distinctions: flags and
// turns. It has its proof soon or not at all, so it gets less time than the others, unless only unreach-call is open:
// along one order of the steps it needs up to 10 s of a processor, and it has 40 % of one while five engines take
// turns.
// walk finds violations in programs with so many states that explore does not come to where they are. Its share counts
// the time in which others have their turn: with six engines on two processors it has a sixth of one or so.
//
// Where explore cannot try an input in full, it is asked once more, about executions in which what is computed from an
// input is any number: often the order of the steps does not depend on it.
//
// Where something is used that was never initialised, and that is all that is wrong, invariants is asked once more: for
// a proof that holds for any value of it.
//
// What invariants has left to suspect directs bmc-order and walk, which wait for it, and lets a second explore follow
// alone what races with nothing. Where processors are free, each suspected race, error call and ring of waits is a
// question of its own.
struct Row {
  const char* engine;
  Run run;
  Properties about;
  Begins begins;
  Share share;
  bool concrete, tells;
  Member::Suspicion suspicion;
};
constexpr auto kNeither = Member::Suspicion::Neither, kHas = Member::Suspicion::Has, kHears = Member::Suspicion::Hears,
               kDivides = Member::Suspicion::Divides, kNeeds = Member::Suspicion::Needs;
// clang-format off
constexpr Row kPortfolio[] = {
  // engine     what it runs       about              begins                   time        concrete, tells, suspicions
  {"explore",   explore::run,      kEverything,       Begins::AtOnce,          {},            true, true, kNeither},
  {"induction", induction::run,    kErrors | kRaces,  Begins::AtOnceIfEndless, {1, 60s, 60s}, false, false, kNeither},
  {"invariants", invariants::run,  kUsual,            Begins::AtOnceIfEndless, {1, 20s, 20s}, false, false, kHas},
  {"invariants", invariants::run_for_any_value, kUsual, Begins::ForAnyValue,   {1, 20s, 20s}, false, false, kNeither},
  {"impact",    impact::run,       kUsual,            Begins::Later,         {.4, 20s, 20s}, false, false, kNeither},
  {"bmc-order", order::run,        kUsual,            Begins::Later,           {1, 0s, 60s},  false, true, kDivides},
  {"ranking",   ranking_with_help, kEnds,             Begins::Later,           {1, 0s, 60s},  false, true, kNeither},
  {"lasso",     lasso_by_order,    kEnds,             Begins::Later,           {.5, 0s, 60s}, false, false, kNeither},
  {"explore",   explore::run_for_any_number, kUsual, Begins::Later,           {.5, 0s, 60s}, false, false, kNeither},
  {"walk",      walk::run,         kUsual,            Begins::Later,         {.4, 20s, 20s}, true, false, kHears},
  {"explore",   explore::run,      kUsual,            Begins::Later,           {.5, 0s, 60s}, true, false, kNeeds},
};
// clang-format on
constexpr Share kOfErrorsAlone{.75, 45s, 20s};  // for impact

Share share(const Row& row, const std::vector<Property>& asked) {
  const bool errors_alone = asked.size() == 1 && asked[0] == Property::UnreachCall;
  return row.run == impact::run && errors_alone ? kOfErrorsAlone : row.share;
}

// An input of so many values is not tried in full.
bool reads_wide_inputs(const model::Program& p) {
  constexpr uint64_t kTried = 256;
  for (const model::Procedure& f : p.procedures)
    for (const model::Instr& i : f.code)
      if (i.kind == model::InstrKind::Builtin && i.builtin == model::Builtin::Nondet &&
          p.exprs[i.args[1]].bits - p.exprs[i.args[0]].bits >= kTried)
        return true;
  return false;
}

}  // namespace

Run engine(Engine e) {
  switch (e) {
    case Engine::Explore: return explore::run;
    case Engine::BmcOrder: return order::run;
    case Engine::BmcLazy: return unrolled::run_lazy;
    case Engine::BmcEager: return unrolled::run_eager;
    case Engine::Induction: return induction::run;
    case Engine::Invariants: return invariants::run;
    case Engine::Impact: return impact::run;
    case Engine::Lasso: return lasso_by_order;
    case Engine::Walk: return walk::run;
    case Engine::Auto: break;
  }
  HEDDLE_CHECK(false) << "there is no engine of the name " << text(e);
  return nullptr;
}

Portfolio portfolio(analysis::Analyses& analyses, const options::Options& options) {
  const bool endless = analyses.thread_starts() == analysis::ThreadStarts::WithoutBound;
  Portfolio members;
  for (const Row& row : kPortfolio) {
    if (row.run == explore::run_for_any_number && !reads_wide_inputs(analyses.program())) continue;
    bool at_once = row.begins == Begins::AtOnce || (row.begins == Begins::AtOnceIfEndless && endless);
    auto make = [&analyses, &options, &row](const std::vector<Property>& asked, const trace::Suspicions& suspicions) {
      options::Options only = options;
      only.properties = asked;
      return work(row.run, share(row, asked), analyses, std::move(only), suspicions);
    };
    members.push_back({row.engine, row.about, at_once, row.concrete, row.tells, row.share.without_limit, make,
                       row.suspicion, row.begins == Begins::ForAnyValue, row.run == invariants::run});
  }
  return members;
}

Work work(Run run, Share share, analysis::Analyses& analyses, options::Options options, trace::Suspicions suspicions) {
  return [=, &analyses, options = std::move(options)](base::Budget& budget, const trace::Tell& tell) {
    analyses.pay_from(&budget);
    const Env env{analyses, options, budget, tell, suspicions.empty() ? nullptr : &suspicions};
    const bool limited = budget.limits().time.count() > 0;
    milliseconds most = limited ? share.most : share.without_limit;
    if (most.count() == 0 && (!limited || share.of_what_is_left == 1)) return run(env);
    if (most.count() == 0) most = budget.limits().time;
    base::Budget part = budget.part(share.of_what_is_left, most);
    return run(env.within(part));
  };
}

}  // namespace heddle::driver
