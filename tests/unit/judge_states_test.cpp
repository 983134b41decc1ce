// SPDX-License-Identifier: GPL-3.0-or-later
// The judge says yes, no, or that it does not know; and what becomes of a result then.
#include "judge/states.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "enumerator_programs.h"
#include "judge/judge.h"
#include "judge/take_ruling.h"

namespace heddle::judge {

namespace {

using base::Property;
using oracle::Builder;
using testing::ElementsAre;
using testing::HasSubstr;
using trace::Certification;
using trace::Verdict;

// Two threads count, under a lock or not, and main asserts the sum.
model::Program counters(bool locked, uint64_t sum) {
  Builder b;
  auto lock = b.global(40), count = b.global(4);
  auto body = [&](int) {
    if (locked) b.on(model::Builtin::MutexLock, lock);
    b.increment(count);
    if (locked) b.on(model::Builtin::MutexUnlock, lock);
  };
  return two_threads(b, body, [&] { b.check(b.equals(b.load(b.address(count)), sum)); });
}

trace::Result claim(std::vector<Property> properties) {
  trace::Result r;
  r.engine = "test";
  r.requested = properties;
  r.verdict = Verdict::True;
  trace::Exhausted all{10, 0, {}};
  for (Property p : properties) r.properties[p] = *trace::Complete::of(all);
  return r;
}

const std::vector<Property> kUsual{Property::UnreachCall, Property::NoDataRace, Property::NoDeadlock};

Certification ask(const model::Program& p, const trace::Result& r, uint64_t states = 10000) {
  base::Budget budget({});
  return judge(p, r, {budget, states});
}

TEST(judge_states, certifies_what_holds) {
  Certification c = ask(counters(true, 2), claim(kUsual));
  EXPECT_EQ(c.ruling(), Ruling::Certified);
  ASSERT_EQ(c.parts.size(), 1u);
  EXPECT_EQ(c.parts[0].properties, kUsual);
  EXPECT_THAT(c.parts[0].ruling.judge, HasSubstr("all "));
}

TEST(judge_states, refuses_what_does_not_hold_and_keeps_the_rest) {
  Certification c = ask(counters(true, 3), claim(kUsual));
  EXPECT_EQ(c.ruling(), Ruling::Refused);
  EXPECT_EQ(c.properties(Ruling::Refused), "unreach-call");
  EXPECT_EQ(c.properties(Ruling::Certified), "no-data-race, no-deadlock");
  EXPECT_EQ(ask(counters(false, 3), claim({Property::NoDataRace})).ruling(), Ruling::Refused);
}

TEST(judge_states, gives_up_beyond_its_limits) {
  Certification c = ask(counters(true, 2), claim(kUsual), 5);
  EXPECT_EQ(c.ruling(), Ruling::Cannot);
  EXPECT_THAT(c.parts.at(0).ruling.reason, HasSubstr("more than 5 states"));
  base::Budget none({std::chrono::milliseconds(1), 0, 0});
  while (!none.check_now()) {}
  c = judge(counters(true, 2), claim(kUsual), {none, 10000});
  EXPECT_EQ(c.ruling(), Ruling::Cannot);
  EXPECT_THAT(c.parts.at(0).ruling.reason, HasSubstr("time limit"));
}

TEST(judge_states, does_not_certify_what_it_does_not_know) {
  Builder b;
  b.procedure(0);
  b.builtin(model::Builtin::Nondet, {b.number(0), b.number(1000)});
  b.exit();
  Certification c = ask(b.p, claim({Property::UnreachCall}));
  EXPECT_EQ(c.ruling(), Ruling::Cannot);
  EXPECT_THAT(c.parts.at(0).ruling.reason, HasSubstr("input too wide"));
  for (Property p : {Property::ValidMemsafety, Property::NoOverflow})
    EXPECT_EQ(ask(counters(true, 2), claim({p})).ruling(), Ruling::Cannot);
}

TEST(judge_states, undefined_behaviour_refutes_every_proof) {
  Builder b;
  b.procedure(0);
  b.load(b.number(0, 64));
  b.exit();
  for (Property p : {Property::UnreachCall, Property::NoDataRace, Property::NoDeadlock, Property::Termination})
    EXPECT_EQ(ask(b.p, claim({p})).ruling(), Ruling::Refused) << text(p);
}

// One thread spins until the other one, which needs a lock that the first takes and gives again and again, has stopped
// it: the second one is enabled again and again, and not all the time.
model::Program needs_strong_fairness() {
  Builder b;
  auto lock = b.global(40), stop = b.global(4);
  auto body = [&](int i) {
    model::Pc begin = b.here();
    b.on(model::Builtin::MutexLock, lock);
    if (i == 1) b.store(b.address(stop), b.number(1));
    auto seen = b.load(b.address(stop));
    b.on(model::Builtin::MutexUnlock, lock);
    if (i == 0) b.jump_if(b.equals(seen, 0), begin);
  };
  return two_threads(b, body, oracle::nothing);
}

TEST(judge_states, knows_which_fairness_was_meant) {
  trace::Result r = claim({Property::Termination});
  EXPECT_EQ(ask(needs_strong_fairness(), r).ruling(), Ruling::Certified);
  r.input.weak_fairness = true;
  EXPECT_EQ(ask(needs_strong_fairness(), r).ruling(), Ruling::Refused);
}

TEST(judge, asks_the_enumerator_where_a_certificate_has_no_judge) {
  trace::Result r = claim(kUsual);
  r.certificates = {{"unheard-of", kUsual, "{}"}};
  EXPECT_EQ(ask(counters(true, 2), r).ruling(), Ruling::Certified);
  Certification c = ask(counters(true, 2), r, 5);
  EXPECT_EQ(c.ruling(), Ruling::Cannot);
  EXPECT_THAT(c.parts.at(0).ruling.reason, HasSubstr("unheard-of"));
}

TEST(judge, has_nothing_to_say_where_nothing_is_claimed) {
  trace::Result r;
  r.properties[Property::UnreachCall] = Verdict::Unknown;
  EXPECT_TRUE(ask(counters(true, 3), r).parts.empty());
  EXPECT_EQ(ask(counters(true, 3), r).ruling(), Ruling::Cannot);
}

TEST(take_ruling, certified) {
  trace::Result r = claim(kUsual);
  EXPECT_FALSE(take_ruling(r, ask(counters(true, 2), r)));
  EXPECT_EQ(r.verdict, Verdict::True);
  EXPECT_EQ(r.validated, "certified");
  EXPECT_THAT(r.judged, HasSubstr("certified: unreach-call, no-data-race, no-deadlock"));
}

TEST(take_ruling, a_refused_proof_is_none) {
  trace::Result r = claim(kUsual);
  EXPECT_TRUE(take_ruling(r, ask(counters(true, 3), r)));
  EXPECT_EQ(r.verdict, Verdict::Unknown);
  EXPECT_EQ(r.properties[Property::UnreachCall], Verdict::Unknown);
  EXPECT_EQ(r.properties[Property::NoDataRace], Verdict::True);
  EXPECT_EQ(r.reason_code, trace::Reason::ProofRefused);
  EXPECT_THAT(r.reason, HasSubstr("please report it"));
  EXPECT_EQ(r.validated, "none");
}

TEST(take_ruling, what_cannot_be_checked_stays) {
  trace::Result r = claim(kUsual);
  EXPECT_FALSE(take_ruling(r, ask(counters(true, 2), r, 5)));
  EXPECT_EQ(r.verdict, Verdict::True);
  EXPECT_EQ(r.validated, "none");
  EXPECT_THAT(r.judged, HasSubstr("cannot be checked"));
}

}  // namespace

}  // namespace heddle::judge
