// SPDX-License-Identifier: GPL-3.0-or-later
// A Result with everything set comes back from its bytes as it was; broken bytes and contradictions give no Result.
#include <gtest/gtest.h>

#include "trace/bytes.h"
#include "trace/fields.h"

namespace heddle::trace {
namespace {

// Gives every field a value of its own that is not the default, down to the last structure.
struct Filler {
  uint64_t n = 0;
  template <class T>
  void operator()(T& x) {
    if constexpr (std::is_same_v<T, bool>)
      x = !x;
    else if constexpr (std::is_enum_v<T>)
      x = static_cast<T>(1 + n++ % 2);
    else if constexpr (std::is_arithmetic_v<T>)
      x = static_cast<T>(1000 + n++);
    else
      each_field(x, *this);
  }
  void operator()(std::string& s) { s = "text " + std::to_string(n++) + std::string("\0x", 2); }
  template <class T>
  void operator()(std::vector<T>& all) {
    all.resize(2);
    for (T& x : all) (*this)(x);
  }
  template <class T>
  void operator()(std::optional<T>& x) {
    (*this)(x.emplace());
  }
  template <class A, class B>
  void operator()(std::pair<A, B>& x) {
    (*this)(x.first);
    (*this)(x.second);
  }
  void operator()(std::map<Property, Judgement>&) {}
  void operator()(How& how) { how = Looked{"things", n++, n++, n++, n++}; }
  void operator()(std::map<Property, Shown>& all) {
    (*this)(all[Property::NoDataRace]);
    (*this)(all[Property::NoDeadlock]);
    all[Property::NoDeadlock].how = Opposite{n++, Answer::Unsat};
  }
};

// Makes every text longer by a byte, and counts them.
struct Lengthen {
  size_t strings = 0;
  void operator()(std::string& s) { ++strings, s += "!"; }
  template <class T>
  void operator()(T& x) {
    if constexpr (std::is_class_v<T>) each_field(x, *this);
  }
  template <class T>
  void operator()(std::vector<T>& all) {
    for (T& x : all) (*this)(x);
  }
  template <class T>
  void operator()(std::optional<T>&) {}
  template <class A, class B>
  void operator()(std::pair<A, B>& x) {
    (*this)(x.first), (*this)(x.second);
  }
  void operator()(std::map<Property, Judgement>&) {}
  void operator()(std::map<Property, Shown>& all) {
    for (auto& [property, shown] : all) (*this)(shown.what), (*this)(shown.by), (*this)(shown.safe_memory_assumed_at);
  }
};

Result everything() {
  Result r;
  Filler()(r);
  r.requested = {Property::UnreachCall, Property::NoDataRace};
  r.properties = {{Property::UnreachCall, Verdict::False}, {Property::NoDataRace, *Complete::of(Exhausted{7, 0, {}})}};
  r.verdict = Verdict::False;
  for (Violation& v : r.violations) v.property = Property::UnreachCall;
  return r;
}

TEST(TraceBytes, EverythingComesBack) {
  Result r = everything();
  std::string bytes = to_bytes(r);
  std::optional<Result> back = from_bytes(bytes);
  ASSERT_TRUE(back);
  EXPECT_EQ(to_bytes(*back), bytes);
  EXPECT_EQ(back->violations[1].trace.steps[1].locals[1].second, r.violations[1].trace.steps[1].locals[1].second);
  EXPECT_EQ(back->violations[0].trace.script.acts[1].value, r.violations[0].trace.script.acts[1].value);
  EXPECT_EQ(back->violations[0].trace.lasso_start, r.violations[0].trace.lasso_start);
  EXPECT_EQ(back->undefined_behaviour[1].locations[0].waits_for_thread,
            r.undefined_behaviour[1].locations[0].waits_for_thread);
  EXPECT_EQ(back->properties, r.properties);
  EXPECT_EQ(back->stats, r.stats);
  EXPECT_EQ(back->bound.unwind, r.bound.unwind);
  EXPECT_EQ(back->input.reach, r.input.reach);
}

TEST(TraceBytes, EveryFieldIsWritten) {
  const std::string before = to_bytes(everything());
  Lengthen longer;
  Result r = everything();
  longer(r);
  EXPECT_EQ(to_bytes(r).size(), before.size() + longer.strings);
}

TEST(TraceBytes, NoPartOfTheBytesIsAResult) {
  const std::string bytes = to_bytes(everything());
  for (size_t n = 0; n < bytes.size(); n += 7) EXPECT_FALSE(from_bytes(std::string_view(bytes).substr(0, n))) << n;
  EXPECT_FALSE(from_bytes(bytes + "x"));
}

TEST(TraceBytes, ContradictionsAreNoResult) {
  Result r = everything();
  r.verdict = Verdict::True;
  EXPECT_FALSE(from_bytes(to_bytes(r))) << "true although a property is violated";
  r = everything();
  r.violations.clear();
  EXPECT_FALSE(from_bytes(to_bytes(r))) << "violated without a violation";
  r = everything();
  r.properties.erase(Property::NoDataRace);
  EXPECT_FALSE(from_bytes(to_bytes(r))) << "a requested property without a verdict";
  r = Result();
  r.verdict = Verdict::True;
  EXPECT_FALSE(from_bytes(to_bytes(r))) << "true about nothing";
  r = everything();
  r.reason_code = static_cast<Reason>(200);
  EXPECT_FALSE(from_bytes(to_bytes(r))) << "a reason that does not exist";
}

TEST(TraceResult, AnEndKeepsHowFarItGot) {
  Result r;
  r.requested = {Property::UnreachCall};
  conclude(r, {}, Reason::TimeLimit, "no violation in 7 states");
  stopped_by(r, Reason::Interrupted);
  EXPECT_EQ(r.reason, "interrupted: no violation in 7 states");
  EXPECT_EQ(r.reason_code, Reason::Interrupted);
}

}  // namespace
}  // namespace heddle::trace
