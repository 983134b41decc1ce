// SPDX-License-Identifier: GPL-3.0-or-later
// What counts as a result, how verdicts stand beside what was expected, summaries, comparisons, packs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "batch/comparison.h"
#include "batch/live_table.h"
#include "batch/outcome.h"
#include "batch/packs.h"
#include "batch/summary.h"

namespace heddle::batch {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Task task(const std::string& name, Expected expected = {}) {
  Task t;
  t.name = name, t.property = "unreach-call", t.expected = std::move(expected), t.key = "k", t.stem = name;
  return t;
}

Outcome outcome(const std::string& verdict, double seconds = 1) {
  Outcome o;
  o.verdict = verdict, o.seconds = seconds;
  if (verdict != "error") o.properties["unreach-call"] = verdict;
  return o;
}

const std::string kResult =
    R"({"verdict": "false", "properties": {"unreach-call": "false"}, "engine": "explore", )"
    R"("violations": [{"trace": [1, {}]}], )"
    R"("batch": {"task": "a", "property": "unreach-call", "key": "k", "tool": "t", "seconds": 0.5, "mib": 7}})";

TEST(Batch, TheRestTakesAsLongAsWhatHasEnded) {
  EXPECT_EQ(left_text(100, 4, 90), ", no estimate yet");
  EXPECT_EQ(left_text(100, 10, 90), ", about 15 min left");
  EXPECT_EQ(left_text(6, 6, 0), "");
}

TEST(Batch, AResultCountsOnlyWhole) {
  std::optional<Outcome> whole = read_outcome(kResult, task("a"), "t");
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->verdict, "false");
  EXPECT_EQ(whole->engine, "explore");
  EXPECT_EQ(whole->mib, 7u);
  for (size_t n = 0; n < kResult.size(); ++n) EXPECT_FALSE(read_outcome(kResult.substr(0, n), task("a"), "t")) << n;
  EXPECT_FALSE(read_outcome(kResult + "}", task("a"), "t"));
}

TEST(Batch, AResultBelongsToOneTaskAndOneTool) {
  EXPECT_FALSE(read_outcome(kResult, task("b"), "t"));
  EXPECT_FALSE(read_outcome(kResult, task("a"), "another"));
  Task changed = task("a");
  changed.key = "another";
  EXPECT_FALSE(read_outcome(kResult, changed, "t"));
  EXPECT_FALSE(read_outcome(R"({"verdict": "true"})", task("a"), "t"));
}

TEST(Batch, AnAnswerStandsBesideWhatWasExpected) {
  const Expected is_true = {{"unreach-call", "true"}}, whole_is_false = {{"", "false"}};
  EXPECT_EQ(standing(task("a", is_true), outcome("true")), Standing::Correct);
  EXPECT_EQ(standing(task("a", is_true), outcome("false")), Standing::Wrong);
  EXPECT_EQ(standing(task("a", is_true), outcome("unknown")), Standing::Unknown);
  EXPECT_EQ(standing(task("a", is_true), outcome("error")), Standing::Error);
  EXPECT_EQ(standing(task("a", whole_is_false), outcome("true")), Standing::Wrong);
  EXPECT_EQ(standing(task("a"), outcome("false")), Standing::Violated);
  EXPECT_EQ(standing(task("a"), outcome("true")), Standing::Proven);
  // Another property is violated; what was expected of this one is still open.
  Outcome mixed = outcome("unknown");
  mixed.verdict = "false";
  EXPECT_EQ(standing(task("a", is_true), mixed), Standing::Unknown);
  mixed.properties["no-data-race"] = "false";
  EXPECT_EQ(standing(task("a", is_true), mixed), Standing::Violated);
}

Summary summary(std::vector<Task> tasks, std::vector<std::optional<Outcome>> outcomes) {
  Summary s;
  s.name = "batch", s.plan.tasks = std::move(tasks), s.outcomes = std::move(outcomes);
  return s;
}

TEST(Batch, TheTableHasWrongOnesFirst) {
  const Summary s = summary({task("b, \"c\""), task("w", {{"unreach-call", "false"}}), task("open")},
                            {outcome("unknown", 0.25), outcome("true"), std::nullopt});
  EXPECT_EQ(summary_csv(s),
            "task,property,verdict,expected,seconds,mib,engine,reason\n"
            "w,unreach-call,true,false,1.000,0,,\n"
            "\"b, \"\"c\"\"\",unreach-call,unknown,,0.250,0,,\n");
  EXPECT_TRUE(s.anything_bad());
  EXPECT_THAT(summary_text(s), HasSubstr("3 tasks, 1 not run yet: 1 true, 1 unknown"));
}

TEST(Batch, ComparisonsTellWhatBecameWrong) {
  const Expected is_true = {{"unreach-call", "true"}};
  const std::vector<Task> tasks = {task("a", is_true), task("b"), task("c"), task("d"), task("e")};
  const Summary before =
      summary(tasks, {outcome("true"), outcome("true"), outcome("unknown"), outcome("true", 1), outcome("true", 1)});
  const Summary after =
      summary(tasks, {outcome("false"), outcome("false"), outcome("true"), outcome("true", 2), outcome("true", 1.1)});
  const Comparison c = compare(before, after, {});
  std::vector<Change> changes;
  for (const Difference& d : c.differences) changes.push_back(d.change);
  EXPECT_THAT(changes, ElementsAre(Change::BecameWrong, Change::Contradicts, Change::Won, Change::Slower));
  EXPECT_EQ(c.same, 1u);
  EXPECT_TRUE(c.anything_became_wrong());
  EXPECT_FALSE(compare(before, before, {}).anything_became_wrong());
}

TEST(Batch, PacksHoldEachTaskOnce) {
  EXPECT_THAT(packed({1, 2, 3, 4, 5}, 1, 0), ElementsAre(Pack{1, 2, 3}, Pack{4, 5}));
  EXPECT_THAT(packed({1, 2, 3}, 100, 0), ElementsAre(Pack{1}, Pack{2}, Pack{3}));
  EXPECT_THAT(packed({1, 2, 3}, 1, 2), ElementsAre(Pack{1, 2}, Pack{3}));
  EXPECT_TRUE(packed({}, 4, 0).empty());
}

}  // namespace
}  // namespace heddle::batch
