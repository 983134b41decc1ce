// SPDX-License-Identifier: GPL-3.0-or-later
// Every property and every reason has its text, under the name that results use.
#include <gtest/gtest.h>

#include "report/topics.h"

namespace heddle::report {
namespace {

TEST(Topics, EveryPropertyHasOne) {
  for (int p = 0; p < trace::kProperties; ++p) {
    const Topic& t = topic(static_cast<trace::Property>(p));
    EXPECT_EQ(t.name, text(static_cast<trace::Property>(p)));
    EXPECT_FALSE(t.summary.empty() || t.text.empty() || t.next.empty()) << t.name;
  }
}

TEST(Topics, EveryReasonHasOne) {
  for (int r = static_cast<int>(trace::Reason::None) + 1; r <= static_cast<int>(trace::Reason::ProofRefused); ++r)
    EXPECT_EQ(topic(static_cast<trace::Reason>(r)).name, text(static_cast<trace::Reason>(r)));
  EXPECT_EQ(reason_topics().size(), static_cast<size_t>(trace::Reason::ProofRefused));
}

TEST(Topics, FoundByKindAndWithDashes) {
  ASSERT_NE(find_topic("data-race"), nullptr);
  EXPECT_EQ(find_topic("data-race")->name, "no-data-race");
  ASSERT_NE(find_topic("time-limit"), nullptr);
  EXPECT_EQ(find_topic("time-limit"), find_topic("time limit"));
  EXPECT_EQ(find_topic("weather"), nullptr);
}

}  // namespace
}  // namespace heddle::report
