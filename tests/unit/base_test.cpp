// SPDX-License-Identifier: GPL-3.0-or-later
// The lowest room: hashes against the standard's examples, budgets, the text of the progress line.
#include <gtest/gtest.h>

#include <thread>

#include "base/budget.h"
#include "base/progress.h"
#include "base/property.h"
#include "base/sha256.h"

namespace heddle::base {
namespace {

// FIPS 180-4 examples, and lengths around the padding boundary.
TEST(Sha256, MatchesPublishedValues) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256(std::string(1'000'000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, DiffersAroundTheBlockBoundary) {
  for (size_t n = 54; n < 66; ++n) EXPECT_NE(sha256(std::string(n, 'x')), sha256(std::string(n + 1, 'x'))) << n;
}

TEST(Budget, NoLimitsNeverExceeded) {
  Budget budget({});
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(budget.check(i));
}

TEST(Budget, StateLimitIsExactAndStays) {
  Budget budget({.states = 10});
  EXPECT_FALSE(budget.check(10));
  EXPECT_EQ(budget.check(11), Exceeded::States);
  EXPECT_EQ(budget.check(0), Exceeded::States);
}

TEST(Budget, TimeLimit) {
  Budget budget({.time = std::chrono::milliseconds(5)});
  EXPECT_FALSE(budget.check());
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  std::optional<Exceeded> found;
  for (int i = 0; i < 1000 && !found; ++i) found = budget.check();
  EXPECT_EQ(found, Exceeded::Time);
}

TEST(Budget, MemoryLimit) {
  Budget budget({.memory_bytes = 1 << 20});
  EXPECT_GT(resident_bytes(), uint64_t{1} << 20);
  EXPECT_EQ(budget.check(), Exceeded::Memory);
}

TEST(Budget, InterruptIsSeenAtOnce) {
  std::atomic<bool> flag{false};
  Budget budget({}, &flag);
  EXPECT_FALSE(budget.check());
  flag = true;
  EXPECT_EQ(budget.check(), Exceeded::Interrupt);
}

TEST(Budget, TheSystemTellsItsMemory) {
  EXPECT_GT(usable_memory_bytes(), uint64_t{16} << 20);
  EXPECT_GE(peak_resident_bytes(), uint64_t{1} << 20);
}

TEST(Progress, LinesSayWhatIsKnown) {
  EXPECT_EQ(states_text(12, 123456, 40'000, 400'000, 2), "123k states, 12 open, 20000/s, 10 % of steps are new");
  EXPECT_EQ(states_text(12, 123456, 300, 400'000, 2), "123k states, 12 open, 150/s, 0.1 % of steps are new");
  EXPECT_EQ(states_text(1, 5, 0, 0, 0), "5 states, 1 open");
  EXPECT_EQ(spent_text(3.25, {std::chrono::seconds(60)}, 61 << 20), "3.2 of at most 60 s (5 %), 61 MiB");
  EXPECT_EQ(spent_text(3.25, {{}, uint64_t{4} << 30}, 61 << 20), "3.2 s, 61 of 4096 MiB");
  EXPECT_EQ(spent_text(3.25, {}, 61 << 20), "3.2 s, 61 MiB");
  EXPECT_EQ(roughly(0.2), "1 s");
  EXPECT_EQ(roughly(150), "2 min");
  EXPECT_EQ(roughly(3 * 3600), "3.0 h");
}

// The line stays while time goes on, so what is left becomes less.
TEST(Progress, WhenItWillEndIsToldAnewEveryTime) {
  using std::chrono::seconds;
  const ProgressLine::Clock::time_point now = ProgressLine::Clock::now();
  ProgressLine line{"explore", "5 states"};
  EXPECT_EQ(text(line, now), "explore (no estimate): 5 states");
  line.end = ProgressLine::End::AtMost, line.at = now + seconds(48);
  EXPECT_EQ(text(line, now), "explore (at most 48 s more): 5 states");
  line.end = ProgressLine::End::About;
  EXPECT_EQ(text(line, now + seconds(40)), "explore (about 8 s left): 5 states");
  std::optional<ProgressLine> back = progress_from_bytes(to_bytes(line));
  ASSERT_TRUE(back);
  EXPECT_EQ(text(*back, now), text(line, now));
  EXPECT_FALSE(progress_from_bytes(""));
}

TEST(Progress, AnEstimateNeedsALargeNumberThatFalls) {
  Ebb grows;
  for (int k = 0; k < 100; ++k) EXPECT_FALSE(grows.see(k, 1000 * static_cast<uint64_t>(k)));
  Ebb small;
  for (int k = 0; k < 100; ++k) EXPECT_FALSE(small.see(k, 999 - 9 * static_cast<uint64_t>(k)));
  Ebb falls;
  EXPECT_FALSE(falls.see(0, 10'000));
  EXPECT_FALSE(falls.see(0.5, 5'000)) << "too short a time";
  EXPECT_FALSE(falls.see(2, 9'500)) << "hardly less";
  EXPECT_DOUBLE_EQ(falls.see(4, 8'000).value(), 16);
  EXPECT_DOUBLE_EQ(falls.see(10, 2'000).value(), 2.5);
  EXPECT_FALSE(falls.see(11, 20'000)) << "it grows again";
  EXPECT_DOUBLE_EQ(falls.see(21, 10'000).value(), 10);
}

TEST(Property, NamesGoBothWays) {
  for (int i = 0; i < kProperties; ++i) EXPECT_EQ(property(text(static_cast<Property>(i))), static_cast<Property>(i));
  EXPECT_FALSE(property("no-such-thing"));
}

}  // namespace
}  // namespace heddle::base
