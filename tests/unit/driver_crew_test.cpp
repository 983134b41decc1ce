// SPDX-License-Identifier: GPL-3.0-or-later
// The watchdog over processes, with engines that are made for it: some answer, the others fail in every way there is.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "base/check.h"
#include "driver/crew.h"
#include "driver/messages.h"

namespace heddle::driver {
namespace {

using base::Property;
using trace::Reason;
using trace::Verdict;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

const std::vector<Property> kAsked{Property::UnreachCall, Property::NoDataRace};

trace::Result nothing(const std::string& far) {
  trace::Result r;
  r.engine = "fake";
  r.requested = kAsked;
  trace::conclude(r, {}, Reason::TimeLimit, far);
  return r;
}

trace::Result found(const std::string& far) {
  trace::Result r;
  r.engine = "fake";
  r.requested = kAsked;
  r.violations.emplace_back().property = Property::UnreachCall;
  r.violations[0].message = "assertion failed";
  trace::conclude(r, {}, Reason::TimeLimit, far);
  return r;
}

trace::Result proven() {
  trace::Result r;
  r.engine = "fake";
  r.requested = kAsked;
  trace::conclude(r, trace::proofs(r.requested, trace::Complete::of(trace::Exhausted{1, 0, {}})), Reason::None, "");
  return r;
}

[[noreturn]] void hang() {
  for (;;) pause();
}

struct Ended {
  trace::Result result;
  std::string failure;
  bool defect, done;
  double seconds;
};

Ended run(const Work& work, base::Budget::Limits limits = {}, const std::atomic<bool>* interrupt = nullptr,
          const std::function<void(Child&)>& meanwhile = {}) {
  base::Budget budget(limits, interrupt);
  Crew crew(budget, 2);
  Child& child = crew.start("fake", work);
  const auto start = Clock::now();
  while (crew.running()) {
    crew.turn();
    if (meanwhile) meanwhile(child);
  }
  return {answer(child, kAsked), child.failure(), child.defect(), child.done(),
          std::chrono::duration<double>(Clock::now() - start).count()};
}

TEST(Crew, AnAnswerComesBack) {
  Ended e = run([](base::Budget&, const trace::Tell&) { return proven(); });
  EXPECT_TRUE(e.done);
  EXPECT_EQ(e.result.verdict, Verdict::True);
  EXPECT_EQ(e.failure, "");
}

TEST(Crew, AnInternalErrorKeepsWhatWasKnown) {
  Ended e = run([](base::Budget&, const trace::Tell& tell) -> trace::Result {
    tell(found("far"));
    HEDDLE_CHECK(1 + 1 == 3) << "arithmetic";
    return proven();
  });
  EXPECT_FALSE(e.done);
  EXPECT_TRUE(e.defect);
  EXPECT_NE(e.failure.find("arithmetic"), std::string::npos);
  EXPECT_EQ(e.result.properties.at(Property::UnreachCall), Verdict::False);
  EXPECT_EQ(e.result.properties.at(Property::NoDataRace), Verdict::Unknown);
}

TEST(Crew, ACrashIsOnlyAFailure) {
  for (int number : {SIGSEGV, SIGABRT, SIGFPE}) {
    Ended e = run([=](base::Budget&, const trace::Tell& tell) -> trace::Result {
      tell(nothing("7 states"));
      std::signal(number, SIG_DFL);
      raise(number);
      return proven();
    });
    EXPECT_TRUE(e.defect);
    EXPECT_EQ(e.result.verdict, Verdict::Unknown);
    EXPECT_EQ(e.result.reason, "engine failed: 7 states");
  }
}

TEST(Crew, KilledFromOutsideIsNoDefect) {
  Ended e = run([](base::Budget&, const trace::Tell& tell) -> trace::Result {
    tell(found("far"));
    raise(SIGKILL);
    return proven();
  });
  EXPECT_FALSE(e.defect);
  EXPECT_NE(e.failure.find("killed from outside"), std::string::npos);
  EXPECT_EQ(e.result.verdict, Verdict::False);
}

TEST(Crew, AnEngineThatDoesNotStopIsEndedAfterTheLimit) {
  Ended e = run(
      [](base::Budget&, const trace::Tell& tell) -> trace::Result {
        tell(nothing("7 states"));
        hang();
      },
      {.time = milliseconds(200)});
  EXPECT_EQ(e.result.reason, "time limit: 7 states");
  EXPECT_GT(e.seconds, 1.1);
  EXPECT_LT(e.seconds, 2.5);
}

TEST(Crew, AnEngineThatStopsByItselfIsNotWaitedFor) {
  Ended e = run(
      [](base::Budget& b, const trace::Tell&) {
        while (!b.check_now()) std::this_thread::sleep_for(milliseconds(1));
        return nothing("by itself");
      },
      {.time = milliseconds(200)});
  EXPECT_EQ(e.result.reason, "time limit: by itself");
  EXPECT_LT(e.seconds, 0.9);
}

TEST(Crew, CtrlCReachesWhoListensAndWhoDoesNot) {
  for (bool listens : {true, false}) {
    std::atomic<bool> interrupt{false};
    const auto start = Clock::now();
    Ended e = run(
        [=](base::Budget& b, const trace::Tell& tell) -> trace::Result {
          tell(nothing("7 states"));
          while (!listens || !b.check_now()) std::this_thread::sleep_for(milliseconds(1));
          trace::Result r = nothing("8 states");
          trace::stopped_by(r, Reason::Interrupted);
          return r;
        },
        {}, &interrupt, [&](Child&) { interrupt = Clock::now() > start + milliseconds(100); });
    EXPECT_EQ(e.result.reason, listens ? "interrupted: 8 states" : "interrupted: 7 states");
    EXPECT_LT(e.seconds, listens ? 0.6 : 1.5);
  }
}

TEST(Crew, MemoryOfTheEngineCounts) {
  const uint64_t limit = base::resident_bytes() + (uint64_t{100} << 20);
  Ended e = run(
      [](base::Budget&, const trace::Tell& tell) -> trace::Result {
        tell(nothing("7 states"));
        std::vector<std::vector<char>> all;
        for (;;) {
          all.emplace_back(1 << 20, 'x');
          std::this_thread::sleep_for(milliseconds(2));
        }
      },
      {.memory_bytes = limit});
  EXPECT_EQ(e.result.reason, "memory limit: 7 states");
}

TEST(Crew, OneAllocationLargerThanTheLimitIsRefused) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  Ended e = run(
      [](base::Budget&, const trace::Tell& tell) -> trace::Result {
        tell(nothing("7 states"));
        std::vector<char> all(size_t{3} << 30, 'x');
        return nothing(std::to_string(all[all.size() / 2]));
      },
      {.memory_bytes = uint64_t{400} << 20});
  EXPECT_EQ(e.result.reason, "memory limit: 7 states");
#endif
}

// The stream: what is cut off or changed on the way is no verdict.
TEST(Crew, ABrokenStreamIsNoVerdict) {
  struct Direct {
    static void send(const std::string& bytes) {  // the only pipe that is open for writing beyond the standard ones
      for (int fd = 3; fd < 64; ++fd)
        if (write(fd, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size())) return;
    }
  };
  for (const std::string& bytes :
       {std::string("garbage that is longer than a head"), std::string("R\0\0\0\0\0\0\0\1", 9)}) {
    Ended e = run([=](base::Budget&, const trace::Tell&) -> trace::Result {
      Direct::send(bytes);
      _exit(0);
    });
    EXPECT_FALSE(e.done);
    EXPECT_TRUE(e.defect);
    EXPECT_EQ(e.result.verdict, Verdict::Unknown);
  }
}

TEST(Messages, OnlyWholeAndUnchangedOnesCount) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  ASSERT_TRUE(write_message(ends[1], kResult, "content of a result"));
  char buffer[256];
  ssize_t n = read(ends[0], buffer, sizeof buffer);
  const std::string bytes(buffer, static_cast<size_t>(n));
  for (size_t cut = 0; cut < bytes.size(); ++cut) {
    std::string part = bytes.substr(0, cut);
    bool broken = false;
    EXPECT_FALSE(next_message(part, broken));
  }
  for (size_t at = 24; at < bytes.size(); ++at) {
    std::string changed = bytes;
    changed[at] ^= 4;
    bool broken = false;
    EXPECT_FALSE(next_message(changed, broken));
    EXPECT_TRUE(broken);
  }
  std::string two = bytes + bytes;
  bool broken = false;
  EXPECT_EQ(next_message(two, broken)->content, "content of a result");
  EXPECT_EQ(two, bytes);
  close(ends[0]);
  close(ends[1]);
}

TEST(Messages, EveryKindIsKnown) {
  for (MessageKind kind : {kNote, kResult, kProgress, kNoMemory, kSpent, kFailure, kLost}) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    ASSERT_TRUE(write_message(ends[1], kind, "x"));
    char buffer[256];
    std::string bytes(buffer, static_cast<size_t>(read(ends[0], buffer, sizeof buffer)));
    bool broken = false;
    const std::optional<Message> m = next_message(bytes, broken);
    ASSERT_TRUE(m) << kind;
    EXPECT_EQ(m->kind, kind);
    close(ends[0]);
    close(ends[1]);
  }
}

TEST(Crew, OneFailureCostsNobodyElse) {
  base::Budget budget({});
  Crew crew(budget, 2);
  Child& bad =
      crew.start("bad", [](base::Budget&, const trace::Tell&) -> trace::Result { throw InternalError("broken"); });
  Child& good = crew.start("good", [](base::Budget&, const trace::Tell&) {
    std::this_thread::sleep_for(milliseconds(50));
    return proven();
  });
  while (crew.running()) crew.turn();
  EXPECT_EQ(bad.failure(), "broken");
  EXPECT_EQ(answer(good, kAsked).verdict, Verdict::True);
}

TEST(Crew, WithOneAtATimeEverybodyGetsTurns) {
  base::Budget budget({.time = milliseconds(1500)});
  Crew crew(budget, 1);
  Work count = [](base::Budget& b, const trace::Tell&) {
    double cpu = 0;
    while (!b.check_now()) cpu = static_cast<double>(clock()) / CLOCKS_PER_SEC;
    trace::Result r = nothing("");
    r.stats = {{"cpu", cpu}};
    return r;
  };
  Child &a = crew.start("a", count), &b = crew.start("b", count);
  while (crew.running()) crew.turn();
  EXPECT_GT(answer(a, kAsked).stats.at(0).second, 0.05);
  EXPECT_GT(answer(b, kAsked).stats.at(0).second, 0.05);
}

TEST(Crew, NoEngineOutlivesItsWatchdog) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  pid_t watchdog = fork();
  if (watchdog == 0) {
    base::Budget budget({});
    Crew crew(budget, 2);
    crew.start("fake", [](base::Budget&, const trace::Tell&) -> trace::Result { hang(); });
    std::this_thread::sleep_for(milliseconds(100));
    raise(SIGKILL);
  }
  close(ends[1]);  // the engine has the other end, until it ends
  waitpid(watchdog, nullptr, 0);
  char byte;
  EXPECT_EQ(read(ends[0], &byte, 1), 0);
  close(ends[0]);
}

}  // namespace
}  // namespace heddle::driver
