// SPDX-License-Identifier: GPL-3.0-or-later
// Steps that are taken again: found by what they have looked at, and by nothing else.
#include <gtest/gtest.h>

#include <map>

#include "semantics/known_steps.h"

namespace heddle::semantics {
namespace {

using Contents = std::map<uint32_t, uint32_t>;  // by place

bool find(KnownSteps& steps, uint32_t who, uint32_t thread, const Contents& contents, KnownSteps::Step& out) {
  return steps.find(who, thread, [&](uint32_t place) { return contents.at(place); }, out);
}

TEST(KnownSteps, AreFoundByWhatTheyHaveLookedAt) {
  KnownSteps steps;
  const KnownSteps::Part looked_at[] = {{3, 30}, {1, 10}}, changed[] = {{1, 11}};
  steps.add(0, 7, looked_at, {8, changed});
  KnownSteps::Step found;
  ASSERT_TRUE(find(steps, 0, 7, {{1, 10}, {3, 30}}, found));
  EXPECT_EQ(found.thread, 8u);
  ASSERT_EQ(found.changed.size(), 1u);
  EXPECT_EQ(found.changed[0].place, 1u);
  EXPECT_EQ(found.changed[0].part, 11u);
  EXPECT_FALSE(find(steps, 1, 7, {{1, 10}, {3, 30}}, found)) << "somebody else";
  EXPECT_FALSE(find(steps, 0, 9, {{1, 10}, {3, 30}}, found)) << "the thread is elsewhere";
  EXPECT_FALSE(find(steps, 0, 7, {{1, 12}, {3, 30}}, found)) << "an object has another content";
  EXPECT_FALSE(find(steps, 0, 7, {{1, 10}, {3, 31}}, found));
}

// After another content of the first object, the step looks at another second object, or at none.
TEST(KnownSteps, LookAtWhatTheFirstObjectSays) {
  KnownSteps steps;
  const KnownSteps::Part first[] = {{3, 30}, {1, 10}}, second[] = {{3, 31}, {2, 20}}, third[] = {{3, 32}};
  steps.add(0, 7, first, {101, {}});
  steps.add(0, 7, second, {102, {}});
  steps.add(0, 7, third, {103, {}});
  KnownSteps::Step found;
  ASSERT_TRUE(find(steps, 0, 7, {{3, 30}, {1, 10}}, found));
  EXPECT_EQ(found.thread, 101u);
  ASSERT_TRUE(find(steps, 0, 7, {{3, 31}, {2, 20}}, found));
  EXPECT_EQ(found.thread, 102u);
  ASSERT_TRUE(find(steps, 0, 7, {{3, 32}}, found));
  EXPECT_EQ(found.thread, 103u);
}

TEST(KnownSteps, ManyAreKeptApart) {
  KnownSteps steps;
  constexpr uint32_t kMany = 5000;
  KnownSteps::Step found;
  for (uint32_t k = 1; k <= kMany; ++k) {
    const KnownSteps::Part looked_at[] = {{k % 7, k}};
    steps.add(k % 3, k, looked_at, {k + kMany, {}});
  }
  for (uint32_t k = 1; k <= kMany; ++k) {
    ASSERT_TRUE(find(steps, k % 3, k, {{k % 7, k}}, found));
    EXPECT_EQ(found.thread, k + kMany);
    EXPECT_FALSE(find(steps, k % 3, k, {{k % 7, k + 1}}, found));
  }
}

TEST(KnownSteps, AreForgottenWhereNoneComesAgain) {
  KnownSteps steps;
  KnownSteps::Step found;
  uint32_t k = 0;
  while (!steps.useless() && ++k < 1000000) {
    ASSERT_FALSE(find(steps, 0, k, {}, found));
    steps.add(0, k, {}, {k, {}});
  }
  EXPECT_TRUE(steps.useless());
  EXPECT_FALSE(find(steps, 0, 1, {}, found));
}

}  // namespace
}  // namespace heddle::semantics
