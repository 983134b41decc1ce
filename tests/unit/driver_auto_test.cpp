// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of auto, with engines that are made for it: what one of them says about what the other knows.
#include <gtest/gtest.h>

#include <thread>

#include "base/check.h"
#include "driver/auto.h"

namespace heddle::driver {
namespace {

using base::Property;
using std::chrono::milliseconds;
using trace::Reason;
using trace::Tell;
using trace::Verdict;

options::Options asking(std::vector<Property> properties) {
  options::Options o;
  o.properties = std::move(properties);
  return o;
}

trace::Result said(const std::string& engine, std::vector<Property> about) {
  trace::Result r;
  r.engine = engine;
  r.requested = std::move(about);
  return r;
}

trace::Result unknown(trace::Result r, Reason why = Reason::TimeLimit, const std::string& far = "far") {
  trace::conclude(r, {}, why, far);
  return r;
}

trace::Result proven(trace::Result r) {
  trace::conclude(r, trace::proofs(r.requested, trace::Complete::of(trace::Exhausted{1, 0, {}})), Reason::None, "");
  return r;
}

trace::Result violated(trace::Result r, Property p, const std::string& message) {
  r.violations.emplace_back().property = p;
  r.violations.back().message = message;
  trace::conclude(r, {}, Reason::TimeLimit, "far");
  return r;
}

trace::Result undefined(trace::Result r) {
  r.undefined_behaviour.emplace_back().property = Property::ValidMemsafety;
  trace::conclude(r, {}, Reason::TimeLimit, "far");
  return r;
}

// Until somebody says stop.
void wait(base::Budget& b) {
  while (!b.check_now()) std::this_thread::sleep_for(milliseconds(2));
}

struct Ran {
  trace::Result result;
  size_t engines;
  double seconds;
};

using Fake = std::function<trace::Result(trace::Result about, base::Budget& b, const Tell& tell)>;

Member fake(const std::string& engine, bool at_once, const Fake& does) {
  auto work = [engine, does](const std::vector<Property>& asked, const trace::Suspicions&) -> Work {
    return [=](base::Budget& b, const Tell& tell) { return does(said(engine, asked), b, tell); };
  };
  const bool leads = engine == "explore", tells = engine != "prover";
  return {engine, leads ? ~0u : ~one(Property::ValidMemsafety), at_once, leads, tells, milliseconds(0), work, {}};
}

Ran run(const options::Options& o, const Portfolio& engines, milliseconds limit = milliseconds(3000)) {
  base::Budget budget({.time = limit});
  Crew crew(budget, engines_at_once(o));
  trace::Result r = run_auto(engines, o, budget, crew);
  return {std::move(r), crew.members().size(), budget.elapsed_seconds()};
}

Ran run(const options::Options& o, const Fake& explore, const Fake& order, milliseconds limit = milliseconds(3000)) {
  return run(o, {fake("explore", true, explore), fake("bmc-order", false, order)}, limit);
}

const Fake kNever = [](trace::Result r, base::Budget& b, const Tell& tell) {
  tell(unknown(r));
  wait(b);
  return unknown(r);
};
const Fake kProves = [](trace::Result r, base::Budget&, const Tell&) { return proven(r); };
const Fake kFails = [](trace::Result, base::Budget&, const Tell&) -> trace::Result { throw InternalError("broken"); };

TEST(Auto, ExploreAloneWhenItIsQuick) {
  Ran ran = run(asking({Property::UnreachCall}), kProves, kFails);
  EXPECT_EQ(ran.result.verdict, Verdict::True);
  EXPECT_EQ(ran.result.engine, "explore");
  EXPECT_EQ(ran.engines, 1u);
}

TEST(Auto, AProofOfTheOtherEndsTheRunAtOnce) {
  Ran ran = run(asking({Property::UnreachCall, Property::NoDataRace}), kNever, kProves, milliseconds(20000));
  EXPECT_EQ(ran.result.verdict, Verdict::True);
  EXPECT_EQ(ran.result.engine, "bmc-order");
  EXPECT_LT(ran.seconds, 4);
}

TEST(Auto, NothingIsProvenAfterSomethingUndefined) {
  Ran ran = run(
      asking({Property::UnreachCall}),
      [](trace::Result r, base::Budget& b, const Tell& tell) {
        tell(undefined(r));
        wait(b);
        return undefined(r);
      },
      kProves, milliseconds(1500));
  EXPECT_EQ(ran.result.verdict, Verdict::Unknown);
  EXPECT_EQ(ran.engines, 1u) << "bmc-order is not even asked";
}

// bmc-order proves what it was asked; explore, still busy with another property, meets something undefined.
TEST(Auto, AProofIsTakenBackWhenSomethingUndefinedTurnsUp) {
  Ran ran = run(
      asking({Property::UnreachCall, Property::ValidMemsafety}),
      [](trace::Result r, base::Budget& b, const Tell& tell) {
        tell(unknown(r));
        std::this_thread::sleep_for(milliseconds(1200));
        tell(undefined(r));
        wait(b);
        return undefined(r);
      },
      kProves, milliseconds(2000));
  EXPECT_EQ(ran.engines, 2u);
  EXPECT_EQ(ran.result.properties.at(Property::UnreachCall), Verdict::Unknown);
}

TEST(Auto, ViolationsOfBothAreTold) {
  Ran ran = run(
      asking({Property::UnreachCall, Property::NoDataRace}),
      [](trace::Result r, base::Budget& b, const Tell& tell) {
        tell(violated(r, Property::UnreachCall, "long"));
        wait(b);
        return violated(r, Property::UnreachCall, "short");
      },
      [](trace::Result r, base::Budget&, const Tell&) { return violated(r, Property::NoDataRace, "race"); });
  ASSERT_EQ(ran.result.violations.size(), 2u);
  EXPECT_EQ(ran.result.violations[0].message, "short") << "who has found something may make it shorter";
  EXPECT_EQ(ran.result.violations[1].message, "race");
}

TEST(Auto, AfterAViolationTheRestIsNotDecidedAtAnyPrice) {
  Ran ran = run(
      asking({Property::UnreachCall, Property::NoDataRace}),
      [](trace::Result r, base::Budget& b, const Tell& tell) {
        tell(violated(r, Property::UnreachCall, "early"));
        wait(b);
        return violated(r, Property::UnreachCall, "early");
      },
      kNever, milliseconds(30000));
  EXPECT_EQ(ran.result.verdict, Verdict::False);
  EXPECT_GT(ran.seconds, 3);
  EXPECT_LT(ran.seconds, 10);
}

// Behind a call that returns any number a search proves nothing; an analysis of all that may happen does.
TEST(Auto, ACallThatReturnsAnyNumberStopsOnlyTheSearch) {
  auto met = [](const std::string& name) -> Fake {
    return [=](trace::Result r, base::Budget&, const Tell&) {
      r.unmodelled = {name};
      return unknown(r, Reason::UnmodelledCall);
    };
  };
  Ran ran = run(asking({Property::NoDataRace}), met("any size of a read"), kProves);
  EXPECT_EQ(ran.result.verdict, Verdict::True);
  EXPECT_TRUE(ran.result.unmodelled.empty());
  ran = run(asking({Property::NoDataRace}), met("any size of a read"), kNever, milliseconds(1500));
  EXPECT_EQ(ran.result.verdict, Verdict::Unknown);
  EXPECT_EQ(ran.result.reason_code, Reason::UnmodelledCall);
  EXPECT_EQ(ran.result.unmodelled.size(), 1u);
  ran = run(asking({Property::NoDataRace}), met("frobnicate"), kProves);
  EXPECT_EQ(ran.result.verdict, Verdict::Unknown);
}

// explore stops some time after a violation; a prover may need a moment for the rest, and gets no more than that.
TEST(Auto, WhatTheLeaderLeavesOpenAfterAViolationIsAskedOfOthers) {
  const Fake stops = [](trace::Result r, base::Budget&, const Tell&) {
    r = violated(r, Property::UnreachCall, "fails");
    r.reason_code = Reason::None;
    return r;
  };
  const options::Options both = asking({Property::UnreachCall, Property::NoDataRace});
  Ran ran = run(both, stops, kProves, milliseconds(20000));
  EXPECT_EQ(ran.result.properties.at(Property::UnreachCall), Verdict::False);
  EXPECT_EQ(ran.result.properties.at(Property::NoDataRace), Verdict::True);
  EXPECT_LT(ran.seconds, 2);
  ran = run(both, stops, kNever, milliseconds(20000));
  EXPECT_EQ(ran.result.properties.at(Property::NoDataRace), Verdict::Unknown);
  EXPECT_LT(ran.seconds, 4);
}

TEST(Auto, AFailureCostsOnlyItsEngine) {
  EXPECT_EQ(run(asking({Property::UnreachCall}), kFails, kProves).result.verdict, Verdict::True);
  Ran ran = run(asking({Property::UnreachCall}), kNever, kFails, milliseconds(1500));
  EXPECT_EQ(ran.result.reason_code, Reason::TimeLimit);
  EXPECT_NE(ran.result.reason.find("bmc-order: engine failed"), std::string::npos) << ran.result.reason;
  EXPECT_EQ(run(asking({Property::UnreachCall}), kFails, kNever, milliseconds(1500)).result.reason_code,
            Reason::TimeLimit);
}

TEST(Auto, TheBestOfBothIsTold) {
  auto reached = [](const std::string& far) -> Fake {
    return [far](trace::Result r, base::Budget& b, const Tell&) {
      wait(b);
      return unknown(r, Reason::TimeLimit, far);
    };
  };
  Ran ran = run(asking({Property::UnreachCall}), reached("7 states"), reached("2 rounds"), milliseconds(1000));
  EXPECT_EQ(ran.result.reason, "time limit: 7 states; bmc-order: 2 rounds");
}

TEST(Auto, AWideInputLeavesAllToTheOther) {
  auto wide = [](trace::Result r, base::Budget&, const Tell&) { return unknown(r, Reason::WideInput, "sampled"); };
  EXPECT_EQ(run(asking({Property::UnreachCall}), wide, kProves).result.verdict, Verdict::True);
  Ran ran = run(asking({Property::UnreachCall}), wide, kNever, milliseconds(1000));
  EXPECT_EQ(ran.result.reason_code, Reason::WideInput);
}

TEST(Auto, WhoBeginsAtOnceDoesNotWaitForTheLeader) {
  options::Options o = asking({Property::UnreachCall});
  Ran ran = run(o, {fake("explore", true, kNever), fake("prover", true, kProves)}, milliseconds(20000));
  EXPECT_EQ(ran.result.verdict, Verdict::True);
  EXPECT_EQ(ran.result.engine, "prover");
  EXPECT_LT(ran.seconds, 0.9) << "less than the leader's head start";
}

// Each of the others has a part of the answer.
TEST(Auto, SeveralMakeOneAnswer) {
  auto only = [](Property mine) -> Fake {
    return [mine](trace::Result r, base::Budget&, const Tell&) {
      trace::conclude(r, trace::proofs({mine}, trace::Complete::of(trace::Exhausted{1, 0, {}})), Reason::NoProof,
                      "far");
      return r;
    };
  };
  Portfolio engines{fake("explore", true, kNever), fake("prover", false, only(Property::UnreachCall)),
                    fake("bmc-order", false, only(Property::NoDataRace))};
  Ran ran = run(asking({Property::UnreachCall, Property::NoDataRace}), engines, milliseconds(20000));
  EXPECT_EQ(ran.result.verdict, Verdict::True);
  EXPECT_EQ(ran.result.engine, "prover+bmc-order");
  EXPECT_EQ(ran.result.reason, "");
  EXPECT_EQ(ran.result.requested.size(), 2u);
}

TEST(Auto, AProverThatFoundNothingIsNotToldOf) {
  const Fake nothing = [](trace::Result r, base::Budget&, const Tell&) { return unknown(r, Reason::NoProof); };
  Portfolio engines{fake("explore", true, kNever), fake("prover", false, nothing), fake("bmc-order", false, kNever)};
  Ran ran = run(asking({Property::UnreachCall}), engines, milliseconds(1000));
  EXPECT_EQ(ran.result.reason, "time limit: far; bmc-order: far");
}

const trace::Shown kOthers{"no others race", "invariants", trace::Looked{"pairs", 9, 5, 1, 0}};

// An engine that suspects something, and ends after some time.
Member suspecting(milliseconds takes, bool whole) {
  Member m = fake("prover", true, [=](trace::Result r, base::Budget& b, const Tell&) {
    const auto end = std::chrono::steady_clock::now() + takes;
    while (std::chrono::steady_clock::now() < end && !b.check_now()) std::this_thread::sleep_for(milliseconds(10));
    r.suspicions.all = {{Property::NoDataRace, {{"a.c", 1, 1, "write", 7}, {"a.c", 2, 1, "read", 8}}}};
    if (whole) r.suspicions.whole = {{Property::NoDataRace, kOthers}};
    return unknown(r, Reason::NoProof);
  });
  m.suspicion = Member::Suspicion::Has;
  return m;
}

// Proves what it is asked if it has heard of the suspicion.
Member hearing(Member::Suspicion kind) {
  Member m = fake("bmc-order", true, kNever);
  m.suspicion = kind;
  m.work = [](const std::vector<Property>& asked, const trace::Suspicions& heard) -> Work {
    return [=](base::Budget& b, const Tell& tell) {
      trace::Result r = said("bmc-order", asked);
      return heard.all.size() == 1 && heard.all[0].places[1].event == 8 ? proven(r) : kNever(r, b, tell);
    };
  };
  return m;
}

TEST(Auto, WhoHearsOfSuspicionsWaitsForThem) {
  Portfolio engines{fake("explore", true, kNever), suspecting(milliseconds(100), false),
                    hearing(Member::Suspicion::Hears)};
  EXPECT_EQ(run(asking({Property::NoDataRace}), engines, milliseconds(40000)).result.verdict, Verdict::True);
}

TEST(Auto, NobodyWaitsLongForSuspicions) {
  Portfolio engines{fake("explore", true, kNever), suspecting(milliseconds(60000), false),
                    hearing(Member::Suspicion::Hears)};
  Ran ran = run(asking({Property::NoDataRace}), engines, milliseconds(2000));
  EXPECT_EQ(ran.engines, 3u) << "it has begun, without knowing";
  EXPECT_EQ(ran.result.verdict, Verdict::Unknown);
}

TEST(Auto, WhoNeedsSuspicionsDoesNotBeginWithoutAWholeList) {
  auto ran = [](bool whole) {
    Portfolio engines{fake("explore", true, kNever), suspecting(milliseconds(10), whole),
                      hearing(Member::Suspicion::Needs)};
    return run(asking({Property::NoDataRace}), engines, milliseconds(2000));
  };
  EXPECT_EQ(ran(false).engines, 2u);
  EXPECT_EQ(ran(true).result.verdict, Verdict::True);
}

// Three suspected races, which an engine can be asked about one by one. Asked about all of them it never ends.
Ran in_parts(uint64_t jobs, const std::function<trace::Result(trace::Result r, model::EventId first)>& of_part) {
  Member suspects = fake("prover", true, [](trace::Result r, base::Budget&, const Tell&) {
    for (model::EventId e : {10, 20, 30})
      r.suspicions.all.push_back({Property::NoDataRace, {{"a.c", 1, 1, "write", e}, {"a.c", 2, 1, "read", e + 1}}});
    r.suspicions.whole = {{Property::NoDataRace, kOthers}};
    r.suspicions.safe_memory_assumed_at = "a.c:9";
    return unknown(r, Reason::NoProof);
  });
  suspects.suspicion = Member::Suspicion::Has;
  Member divides = fake("bmc-order", true, kNever);
  divides.suspicion = Member::Suspicion::Divides;
  divides.work = [of_part](const std::vector<Property>& asked, const trace::Suspicions& heard) -> Work {
    return [=](base::Budget& b, const Tell& tell) {
      trace::Result r = said("bmc-order", asked);
      return heard.is_part(Property::NoDataRace) && heard.all.size() == 1 && asked.size() == 1
                 ? of_part(r, heard.all[0].places[0].event)
                 : kNever(r, b, tell);
    };
  };
  options::Options o = asking({Property::UnreachCall, Property::NoDataRace});
  o.jobs = jobs;
  return run(o, {fake("explore", true, kNever), suspects, divides}, milliseconds(1500));
}

trace::Result shown(trace::Result r) {
  r.shown_of_part = trace::Shown{"these do not race", "bmc-order", trace::Opposite{1, trace::Answer::Unsat}};
  return unknown(r, Reason::BoundReached);
}

TEST(Auto, SuspectedRacesAreExcludedOneByOne) {
  Ran ran = in_parts(3, [](trace::Result r, model::EventId) { return shown(r); });
  const trace::Judgement& races = ran.result.properties.at(Property::NoDataRace);
  ASSERT_EQ(races, Verdict::True);
  EXPECT_EQ(ran.result.properties.at(Property::UnreachCall), Verdict::Unknown);
  const auto* by = std::get_if<trace::Certified>(&races.proof()->evidence());
  ASSERT_TRUE(by);
  ASSERT_EQ(by->parts.size(), 4u);
  EXPECT_EQ(by->parts[0].by, "invariants");
  EXPECT_EQ(by->parts[3].by, "bmc-order");
  EXPECT_EQ(by->safe_memory_assumed_at, "a.c:9") << "the condition of the list is one of the proof";
}

TEST(Auto, OneSuspectedRaceThatIsNotExcludedIsEnoughForNoProof) {
  for (model::EventId open : {10, 20, 30}) {
    Ran ran = in_parts(8, [=](trace::Result r, model::EventId e) { return e == open ? unknown(r) : shown(r); });
    EXPECT_EQ(ran.result.properties.at(Property::NoDataRace), Verdict::Unknown) << open;
  }
}

TEST(Auto, ASuspectedRaceThatHappensIsFoundAlone) {
  Ran ran = in_parts(8, [](trace::Result r, model::EventId e) {
    return e == 20 ? violated(r, Property::NoDataRace, "a race") : shown(r);
  });
  EXPECT_EQ(ran.result.properties.at(Property::NoDataRace), Verdict::False);
}

// Three error calls of the program, of which an analysis may suspect some. Asked about all of them the engine never
// ends. A part is told by its first event, and everything else by 0.
Ran errors_in_parts(const std::vector<model::EventId>& suspected,
                    const std::function<trace::Result(trace::Result r, model::EventId first)>& of_part) {
  auto error_call = [](model::EventId e) {
    return trace::Suspicion{Property::UnreachCall, {{"a.c", 1, 1, "error", e}, {"a.c", 2, 1, "call", e + 1}}};
  };
  Member suspects = fake("prover", true, [=](trace::Result r, base::Budget&, const Tell&) {
    for (model::EventId e : suspected) r.suspicions.all.push_back({Property::UnreachCall, {{"a.c", 1, 1, "error", e}}});
    r.suspicions.safe_memory_assumed_at = "a.c:9";
    return unknown(r, Reason::NoProof);
  });
  suspects.suspicion = Member::Suspicion::Has;
  Member divides = fake("bmc-order", true, kNever);
  divides.suspicion = Member::Suspicion::Divides;
  divides.work = [=](const std::vector<Property>& asked, const trace::Suspicions& heard) -> Work {
    return [=](base::Budget& b, const Tell& tell) {
      trace::Result r = said("bmc-order", asked);
      return heard.is_part(Property::UnreachCall) && asked.size() == 1
                 ? of_part(r, heard.all_but_these ? 0 : heard.all.at(0).places[0].event)
                 : kNever(r, b, tell);
    };
  };
  options::Options o = asking({Property::UnreachCall, Property::NoDataRace});
  o.jobs = 8;
  base::Budget budget({.time = milliseconds(1500)});
  Crew crew(budget, engines_at_once(o));
  trace::Result r = run_auto({fake("explore", true, kNever), suspects, divides}, o, budget, crew,
                             {error_call(10), error_call(20), error_call(30)});
  return {std::move(r), crew.members().size(), budget.elapsed_seconds()};
}

TEST(Auto, ErrorCallsAreExcludedOneByOne) {
  Ran ran = errors_in_parts({}, [](trace::Result r, model::EventId) { return shown(r); });
  const trace::Judgement& errors = ran.result.properties.at(Property::UnreachCall);
  ASSERT_EQ(errors, Verdict::True);
  EXPECT_EQ(ran.result.properties.at(Property::NoDataRace), Verdict::Unknown);
  const auto* by = std::get_if<trace::Certified>(&errors.proof()->evidence());
  ASSERT_TRUE(by);
  EXPECT_EQ(by->parts.size(), 4u) << "three error calls, and everything else";
  EXPECT_EQ(by->safe_memory_assumed_at, "") << "nobody's word is taken";
}

TEST(Auto, ErrorCallsThatNobodySuspectsHaveNoPartOfTheirOwn) {
  Ran ran =
      errors_in_parts({10, 30}, [](trace::Result r, model::EventId e) { return e == 20 ? unknown(r) : shown(r); });
  const trace::Judgement& errors = ran.result.properties.at(Property::UnreachCall);
  ASSERT_EQ(errors, Verdict::True);
  EXPECT_EQ(std::get_if<trace::Certified>(&errors.proof()->evidence())->parts.size(), 3u);
}

TEST(Auto, OneErrorCallThatIsNotExcludedIsEnoughForNoProof) {
  for (model::EventId open : {10, 20, 30}) {
    Ran ran = errors_in_parts({}, [=](trace::Result r, model::EventId e) { return e == open ? unknown(r) : shown(r); });
    EXPECT_EQ(ran.result.properties.at(Property::UnreachCall), Verdict::Unknown) << open;
  }
}

// The list may lack an error call.
TEST(Auto, NothingIsProvenWhereEverythingThatIsNotOnTheListIsOpen) {
  Ran open = errors_in_parts({}, [](trace::Result r, model::EventId e) { return e ? shown(r) : unknown(r); });
  EXPECT_EQ(open.result.properties.at(Property::UnreachCall), Verdict::Unknown);
  Ran found = errors_in_parts({}, [](trace::Result r, model::EventId e) {
    return e ? shown(r) : violated(r, Property::UnreachCall, "another error call");
  });
  EXPECT_EQ(found.result.properties.at(Property::UnreachCall), Verdict::False);
}

TEST(Auto, AnErrorCallThatIsReachedIsFoundAlone) {
  Ran ran = errors_in_parts({}, [](trace::Result r, model::EventId e) {
    return e == 20 ? violated(r, Property::UnreachCall, "an error call") : shown(r);
  });
  EXPECT_EQ(ran.result.properties.at(Property::UnreachCall), Verdict::False);
}

TEST(Auto, NobodyIsAskedAboutPartsWhereNoProcessorIsFree) {
  Ran ran = in_parts(2, [](trace::Result r, model::EventId) { return shown(r); });
  EXPECT_EQ(ran.engines, 3u);
  EXPECT_EQ(ran.result.properties.at(Property::NoDataRace), Verdict::Unknown);
}

TEST(Auto, WhatIsSuspectedAtTheEndIsTold) {
  Portfolio engines{fake("explore", true, kNever), suspecting(milliseconds(10), false)};
  Ran ran = run(asking({Property::NoDataRace}), engines, milliseconds(1000));
  ASSERT_EQ(ran.result.suspicions.all.size(), 1u);
  EXPECT_EQ(ran.result.suspicions.all[0].places[0].line, 1u);
}

TEST(Auto, WithOneJobBothGetTheirTurns) {
  options::Options o = asking({Property::UnreachCall});
  o.jobs = 1;
  EXPECT_EQ(run(o, kNever, kProves, milliseconds(10000)).result.verdict, Verdict::True);
}

}  // namespace
}  // namespace heddle::driver
