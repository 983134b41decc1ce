// SPDX-License-Identifier: GPL-3.0-or-later
// Proofs: what is evidence enough, and that no `true` goes anywhere without it.
#include <gtest/gtest.h>

#include "base/check.h"
#include "trace/bytes.h"

namespace heddle::trace {
namespace {

const Exhausted kSearch{12, 0, {}};

Refuted formula() {
  Refuted r;
  r.violation = {"a violation", 3, Answer::Unsat};
  r.beyond = {"more rounds of a loop", 2, Answer::Unsat};
  r.undefined = {"something undefined", 0, Answer::Unsat};
  r.bound = "3 rounds of each loop";
  return r;
}

Certified certificate() {
  return {"by induction", {"x <= y"}, {{"every step keeps the facts", "Z3", Opposite{3, Answer::Unsat}}}};
}

Result asked(const std::string& engine, std::vector<Property> about) {
  Result r;
  r.engine = engine;
  r.requested = std::move(about);
  return r;
}

Result proven(const Evidence& evidence) {
  Result r = asked("one", {Property::UnreachCall});
  conclude(r, proofs(r.requested, Complete::of(evidence)), Reason::None, "");
  return r;
}

Result open() {
  Result r = asked("other", {Property::UnreachCall});
  conclude(r, {}, Reason::TimeLimit, "far");
  return r;
}

// No proof is made of a bare word.
static_assert(!std::is_constructible_v<Complete, bool>);
static_assert(!std::is_default_constructible_v<Complete>);
static_assert(!std::is_convertible_v<bool, Evidence>);
static_assert(!std::is_convertible_v<Evidence, Complete>);

TEST(Evidence, NothingIsAProofByDefault) {
  EXPECT_FALSE(Complete::of(Exhausted{}));
  EXPECT_FALSE(Complete::of(Refuted{}));
  EXPECT_FALSE(Complete::of(Certified{}));
}

TEST(Evidence, OnlyAWholeSearchIsAProof) {
  EXPECT_TRUE(Complete::of(kSearch));
  EXPECT_FALSE(Complete::of(Exhausted{12, 1, {}})) << "a state is left";
  EXPECT_FALSE(Complete::of(Exhausted{12, 0, {"values of an input"}}));
  EXPECT_FALSE(Complete::of(Exhausted{0, 0, {}})) << "nothing was seen";
}

TEST(Evidence, AFormulaNeedsAllThreeAnswers) {
  EXPECT_TRUE(Complete::of(formula()));
  for (Question Refuted::* q : {&Refuted::violation, &Refuted::beyond, &Refuted::undefined})
    for (Answer a : {Answer::Unknown, Answer::Sat}) {
      Refuted r = formula();
      (r.*q).answer = a;
      EXPECT_FALSE(Complete::of(r)) << (r.*q).what;
      r = formula();
      r.*q = {};
      EXPECT_FALSE(Complete::of(r)) << "not asked";
    }
  Refuted r = formula();
  r.missing = {"a cast"};
  EXPECT_FALSE(Complete::of(r));
}

TEST(Evidence, EveryPartOfACertificateIsShown) {
  EXPECT_TRUE(Complete::of(certificate()));
  for (Answer a : {Answer::Unknown, Answer::Sat}) {
    Certified c = certificate();
    c.parts.push_back({"nothing undefined happens", "Z3", Opposite{3, a}});
    EXPECT_FALSE(Complete::of(c));
  }
  Certified c = certificate();
  c.parts.clear();
  EXPECT_FALSE(Complete::of(c));
  c = certificate();
  c.parts[0].by.clear();
  EXPECT_FALSE(Complete::of(c)) << "nobody has shown it";
  c = certificate();
  c.facts.push_back("");
  EXPECT_FALSE(Complete::of(c));
}

TEST(Evidence, APartThatIsAProofKeepsItsCondition) {
  Certified unsafe = certificate();
  unsafe.safe_memory_assumed_at = "f.c:3";
  Certified whole = certificate();
  whole.parts.push_back(shown_by("explore", "nothing else happens", *Complete::of(unsafe)));
  const std::optional<Complete> proof = Complete::of(whole);
  ASSERT_TRUE(proof);
  EXPECT_EQ(proof->safe_memory_assumed_at(), "f.c:3");
  Certified around = certificate();
  around.parts.push_back(shown_by("auto", "that", *proof));
  EXPECT_EQ(Complete::of(around)->safe_memory_assumed_at(), "f.c:3") << "at any depth";
  const Result r = proven(around);
  EXPECT_TRUE(assumes_safe_memory(r));
  EXPECT_TRUE(assumes_safe_memory(from_bytes(to_bytes(r)).value())) << "on the way from another process, too";
}

TEST(Evidence, ABareWordShowsNothing) {
  Certified c = certificate();
  for (const How& how : {How(Opposite{}), How(Opposite{0, Answer::Unsat}), How(Looked{}),
                         How(Looked{"pairs", 0, 4, 0, 0}), How(Looked{"pairs", 9, 4, 0, 1}), How(Proven{})}) {
    c.parts = {{"no two accesses race", "invariants", how}};
    EXPECT_FALSE(Complete::of(c));
  }
  c.parts = {{"no two accesses race", "invariants", Looked{"pairs", 9, 4, 0, 0}}};
  EXPECT_TRUE(Complete::of(c));
}

TEST(Evidence, WhatIsSuspectedIsAPartOfItsOwn) {
  Certified c = certificate();
  const Shown suspects{"no two accesses race, but for one pair", "invariants", Looked{"pairs", 9, 4, 1, 0}};
  c.parts = {suspects};
  EXPECT_FALSE(Complete::of(c));
  c.parts.push_back(shown_by("bmc-order", "nor do these", *Complete::of(formula())));
  EXPECT_TRUE(Complete::of(c));
}

TEST(Conclude, TrueOnlyForWhatHasAProof) {
  Result r = asked("one", {Property::UnreachCall, Property::NoDataRace});
  conclude(r, proofs({Property::UnreachCall}, Complete::of(kSearch)), Reason::NotChecked, "far");
  EXPECT_EQ(r.properties.at(Property::UnreachCall), Verdict::True);
  EXPECT_EQ(r.properties.at(Property::NoDataRace), Verdict::Unknown);
  EXPECT_EQ(r.verdict, Verdict::Unknown);
  EXPECT_EQ(r.reason, "not checked: far");
  EXPECT_TRUE(proofs(r.requested, Complete::of(Exhausted{})).empty());
}

TEST(Conclude, AViolationBeatsAProof) {
  Result r = asked("one", {Property::UnreachCall});
  r.violations.emplace_back().property = Property::UnreachCall;
  conclude(r, proofs(r.requested, Complete::of(kSearch)), Reason::None, "");
  EXPECT_EQ(r.verdict, Verdict::False);
}

TEST(Conclude, UnknownBeforehandStaysUnknown) {
  Result r = asked("one", {Property::NoDataRace});
  r.properties[Property::NoDataRace] = Verdict::Unknown;
  conclude(r, proofs(r.requested, Complete::of(kSearch)), Reason::WeakAtomics, "");
  EXPECT_EQ(r.verdict, Verdict::Unknown);
}

TEST(Judgement, TrueIsNotWrittenDown) {
  Result r;
  EXPECT_THROW(r.properties[Property::UnreachCall] = Verdict::True, InternalError);
  EXPECT_EQ(r.properties[Property::UnreachCall], Verdict::Unknown);
}

TEST(Adopt, AProofComesWithItsEvidence) {
  for (const Evidence& e : {Evidence(kSearch), Evidence(formula()), Evidence(certificate())}) {
    Result r = open();
    adopt(r, proven(e), Property::UnreachCall);
    EXPECT_EQ(r.verdict, Verdict::True);
    EXPECT_EQ(r.engine, "other+one");
    ASSERT_TRUE(r.properties.at(Property::UnreachCall).proof());
    EXPECT_EQ(r.properties.at(Property::UnreachCall).proof()->evidence(), e);
  }
}

TEST(Adopt, AProofComesWithItsCertificate) {
  Result from = proven(kSearch), r = open();
  from.certificates = {{"tree", {Property::UnreachCall, Property::NoDataRace}, "1"}, {"tree", {}, "2"}};
  adopt(r, from, Property::UnreachCall);
  ASSERT_EQ(r.certificates.size(), 1u);
  EXPECT_EQ(r.certificates[0].content, "1");
  EXPECT_EQ(r.certificates[0].properties, (std::vector{Property::UnreachCall}));
}

TEST(Adopt, NoVerdictWithoutWhatShowsIt) {
  Result claims = asked("one", {Property::UnreachCall});
  for (Verdict v : {Verdict::True, Verdict::False}) {
    claims.properties[Property::UnreachCall] = Judgement::as_read(v);
    claims.verdict = v;
    Result r = open();
    adopt(r, claims, Property::UnreachCall);
    EXPECT_EQ(r.verdict, Verdict::Unknown) << text(v);
    EXPECT_EQ(r.engine, "other");
    EXPECT_EQ(r.reason, "time limit: far");
  }
}

TEST(Adopt, OnlyWhatIsOpenHere) {
  Result r = asked("other", {Property::UnreachCall});
  r.violations.emplace_back().property = Property::UnreachCall;
  conclude(r, {}, Reason::None, "");
  adopt(r, proven(kSearch), Property::UnreachCall);
  EXPECT_EQ(r.verdict, Verdict::False);
}

TEST(Pipe, EvidenceComesThrough) {
  Certified nested = certificate();
  nested.parts.push_back(shown_by("explore", "the rest", *Complete::of(kSearch)));
  nested.parts.push_back({"no others race", "invariants", Looked{"pairs", 9, 4, 1, 0}, "a.c:1"});
  for (const Evidence& e : {Evidence(kSearch), Evidence(formula()), Evidence(certificate()), Evidence(nested)}) {
    std::optional<Result> back = from_bytes(to_bytes(proven(e)));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->verdict, Verdict::True);
    ASSERT_TRUE(back->properties.at(Property::UnreachCall).proof());
    EXPECT_EQ(back->properties.at(Property::UnreachCall).proof()->evidence(), e);
  }
}

TEST(Pipe, TrueWithoutEvidenceIsNoResult) {
  Result r = asked("one", {Property::UnreachCall});
  r.properties[Property::UnreachCall] = Judgement::as_read(Verdict::True);
  r.verdict = Verdict::True;
  EXPECT_FALSE(from_bytes(to_bytes(r)));
  // Evidence that is no longer one: a state is left, somewhere on the way.
  std::string bytes = to_bytes(proven(Exhausted{0x1122334455667788, 0, {}}));
  size_t states = bytes.find("\x88\x77\x66\x55\x44\x33\x22\x11");
  ASSERT_NE(states, std::string::npos);
  bytes[states + 8] = 1;
  EXPECT_FALSE(from_bytes(bytes));
  // And the same in a part.
  Certified nested = certificate();
  nested.parts.push_back(shown_by("explore", "the rest", *Complete::of(Exhausted{0x1122334455667788, 0, {}})));
  bytes = to_bytes(proven(nested));
  states = bytes.find("\x88\x77\x66\x55\x44\x33\x22\x11");
  ASSERT_NE(states, std::string::npos);
  bytes[states + 8] = 1;
  EXPECT_FALSE(from_bytes(bytes));
}

}  // namespace
}  // namespace heddle::trace
