// SPDX-License-Identifier: GPL-3.0-or-later
// A use of something that was never initialised stops every proof but those that hold for any value of it; whatever
// else is undefined stops these, too.
#include <gtest/gtest.h>

#include <thread>

#include "driver/auto.h"

namespace heddle::driver {
namespace {

using base::Property;
using std::chrono::milliseconds;
using trace::Reason;
using trace::Tell;
using trace::Verdict;

using Fake = std::function<trace::Result(trace::Result about, base::Budget& b, const Tell& tell)>;

Member fake(const std::string& engine, const Fake& does) {
  auto work = [engine, does](const std::vector<Property>& asked, const trace::Suspicions&) -> Work {
    return [=](base::Budget& b, const Tell& tell) {
      trace::Result about;
      about.engine = engine;
      about.requested = asked;
      return does(about, b, tell);
    };
  };
  const bool leads = engine == "explore", at_once = engine != "later";
  return {engine,
          leads ? ~0u : ~one(Property::ValidMemsafety),
          at_once,
          leads,
          false,
          milliseconds(0),
          work,
          Member::Suspicion::Neither,
          engine == "for any value"};
}

trace::Result meets(trace::Result r, const std::vector<std::string>& kinds) {
  for (const std::string& kind : kinds) {
    trace::Violation& v = r.undefined_behaviour.emplace_back();
    v.property = Property::ValidMemsafety;
    v.kind = kind;
    v.locations.emplace_back().file = "a.c";
  }
  trace::conclude(r, {}, Reason::UndefinedBehaviour, "an uninitialised value is used");
  return r;
}

trace::Result proves(trace::Result r, bool for_any_value) {
  trace::Certified by;
  by.argument = "because";
  by.parts = {{"nothing happens", r.engine, trace::Opposite{1, trace::Answer::Unsat}}};
  by.for_any_value = for_any_value;
  trace::conclude(r, trace::proofs(r.requested, trace::Complete::of(std::move(by))), Reason::None, "");
  return r;
}

const Fake kProves = [](trace::Result r, base::Budget&, const Tell&) { return proves(std::move(r), false); };
// When the use of what was never initialised has been met for long.
const Fake kProvesLate = [](trace::Result r, base::Budget&, const Tell&) {
  std::this_thread::sleep_for(milliseconds(500));
  return proves(std::move(r), false);
};
const Fake kProvesForAnyValue = [](trace::Result r, base::Budget&, const Tell&) { return proves(std::move(r), true); };

// Ends at once.
Fake explore_that_meets(std::vector<std::string> kinds) {
  return [kinds](trace::Result r, base::Budget&, const Tell&) { return meets(std::move(r), kinds); };
}
// Tells, and goes on; after a while it has met something else.
Fake explore_that_meets(std::vector<std::string> kinds, std::vector<std::string> later, milliseconds after) {
  return [=](trace::Result r, base::Budget& b, const Tell& tell) {
    tell(meets(r, kinds));
    std::this_thread::sleep_for(after);
    tell(meets(r, later));
    while (!b.check_now()) std::this_thread::sleep_for(milliseconds(2));
    return meets(r, later);
  };
}

trace::Result run(const Fake& explore, const Member& other, options::Options o = {},
                  milliseconds limit = milliseconds(2000)) {
  if (o.properties.empty() || o.properties.size() > 2) o.properties = {Property::NoDataRace};
  base::Budget budget({.time = limit});
  Crew crew(budget, engines_at_once(o));
  return run_auto({fake("explore", explore), other}, o, budget, crew);
}

const Member kProver = fake("for any value", kProvesForAnyValue);

TEST(AnyValue, AProofForAnyValueStandsBesideAnUninitialisedRead) {
  const trace::Result r = run(explore_that_meets({"uninitialised-read"}), kProver);
  EXPECT_EQ(r.verdict, Verdict::True);
  EXPECT_TRUE(trace::proven_for_any_value(r, Property::NoDataRace));
  ASSERT_EQ(r.undefined_behaviour.size(), 1u) << "what was met is told beside the proof";
  EXPECT_EQ(trace::uninitialised_read(r)->locations[0].file, "a.c");
}

TEST(AnyValue, TheRunEndsWithTheProofAlsoWhileTheSearchGoesOn) {
  const trace::Result r = run(explore_that_meets({"uninitialised-read"}, {"uninitialised-read"}, milliseconds(100)),
                              kProver, {}, milliseconds(20000));
  EXPECT_EQ(r.verdict, Verdict::True);
  EXPECT_FALSE(r.undefined_behaviour.empty());
}

TEST(AnyValue, NobodyIsAskedBeforeSomethingWasMet) {
  const trace::Result r = run(
      [](trace::Result about, base::Budget&, const Tell&) {
        trace::conclude(about, {}, Reason::TimeLimit, "far");
        return about;
      },
      kProver);
  EXPECT_EQ(r.verdict, Verdict::Unknown);
  EXPECT_EQ(r.engine, "explore");
}

TEST(AnyValue, OtherProofsDoNotStand) {
  EXPECT_EQ(run(explore_that_meets({"uninitialised-read"}), fake("for any value", kProves)).verdict, Verdict::Unknown);
  EXPECT_EQ(run(explore_that_meets({"uninitialised-read"}), fake("prover", kProvesLate)).verdict, Verdict::Unknown);
}

TEST(AnyValue, NothingStandsBesideSomethingElseThatIsUndefined) {
  for (const std::vector<std::string>& kinds : {std::vector<std::string>{"out-of-bounds"},
                                                {"uninitialised-pointer"},
                                                {"uninitialised-synchronisation"},
                                                {"uninitialised-read", "out-of-bounds"},
                                                {"out-of-bounds", "uninitialised-read"}})
    EXPECT_EQ(run(explore_that_meets(kinds), kProver).verdict, Verdict::Unknown) << kinds[0];
}

TEST(AnyValue, NothingStandsBesideAnUnmodelledCall) {
  const Fake explore = [](trace::Result r, base::Budget&, const Tell&) {
    r = meets(std::move(r), {"uninitialised-read"});
    r.unmodelled = {"ioctl"};
    return r;
  };
  EXPECT_EQ(run(explore, kProver).verdict, Verdict::Unknown);
}

// The proof of one property is there, and the run goes on for another one.
TEST(AnyValue, AProofIsTakenBackWhenSomethingElseTurnsUp) {
  options::Options o;
  o.properties = {Property::NoDataRace, Property::Termination};
  const Member races = [] {
    Member m = kProver;
    m.about = one(Property::NoDataRace);
    return m;
  }();
  const trace::Result r = run(
      explore_that_meets({"uninitialised-read"}, {"uninitialised-read", "out-of-bounds"}, milliseconds(600)), races, o);
  EXPECT_EQ(r.properties.at(Property::NoDataRace), Verdict::Unknown);
}

TEST(AnyValue, StrictTakesNoSuchProof) {
  options::Options o;
  o.properties = {Property::NoDataRace};
  o.strict = true;
  EXPECT_EQ(run(explore_that_meets({"uninitialised-read"}), kProver, o).verdict, Verdict::Unknown);
}

TEST(AnyValue, WhatTheProofLacksIsTold) {
  const trace::Result r = run(explore_that_meets({"uninitialised-read"}),
                              fake("for any value", [](trace::Result about, base::Budget&, const Tell&) {
                                trace::conclude(about, {}, Reason::NoProof, "a race cannot be excluded");
                                return about;
                              }));
  EXPECT_EQ(r.verdict, Verdict::Unknown);
  EXPECT_NE(r.reason.find("for any value of it: a race cannot be excluded"), std::string::npos) << r.reason;
}

}  // namespace
}  // namespace heddle::driver
