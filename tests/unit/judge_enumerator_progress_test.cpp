// SPDX-License-Identifier: GPL-3.0-or-later
// Who gets stuck and who runs for ever: deadlocks, rings, and cycles that are fair, strongly or weakly.
#include "judge/enumerator/enumerate.h"

#include <gtest/gtest.h>

#include "judge/enumerator/fair_cycles.h"
#include "enumerator_programs.h"

namespace heddle::oracle {
namespace {

TEST(Oracle, LocksTakenInOppositeOrder) {
  Builder b;
  ObjectId m[2] = {b.global(40), b.global(40)};
  auto body = [&](int i) {
    b.on(Builtin::MutexLock, m[i]);
    b.on(Builtin::MutexLock, m[1 - i]);
    b.on(Builtin::MutexUnlock, m[1 - i]);
    b.on(Builtin::MutexUnlock, m[i]);
  };
  EXPECT_EQ(enumerate(two_threads(b, body, nothing)).no_deadlock, F);
}

TEST(Oracle, ARingCountsWhileOthersRun) {
  Builder b;
  ObjectId m = b.global(40), x = b.global(4), handle = b.global(8);
  b.procedure(0);
  b.create(1, handle);
  Pc loop = b.here();
  b.load(b.address(x), true);
  b.jump(loop);
  b.procedure(1);
  b.on(Builtin::MutexLock, m);
  b.on(Builtin::MutexLock, m);
  b.end();
  Report r = enumerate(b.p);
  EXPECT_EQ(r.no_deadlock, F);
  EXPECT_EQ(r.termination_strong, F);
}

TEST(Oracle, NoDeadlockWhenMainHasLeft) {
  Builder b;
  ObjectId s = b.global(32), handle = b.global(8);
  b.procedure(0);
  b.create(1, handle);
  b.exit();
  b.procedure(1);
  b.on(Builtin::SemWait, s);
  b.end();
  EXPECT_EQ(enumerate(b.p).no_deadlock, T);
}

TEST(Oracle, ALostSignalIsADeadlock) {
  Builder b;
  ObjectId m = b.global(40), c = b.global(48);
  auto body = [&](int i) {
    b.on(Builtin::MutexLock, m);
    if (i == 0)
      b.builtin(Builtin::CondWait, {b.address(c), b.address(m)});
    else
      b.on(Builtin::CondSignal, c);
    b.on(Builtin::MutexUnlock, m);
  };
  Report r = enumerate(two_threads(b, body, nothing));
  EXPECT_EQ(r.no_deadlock, F);  // the spurious wake-up that would save it does not count
  EXPECT_EQ(r.valid_memsafety, T);
}

TEST(Oracle, ATimedWaitIsNoDeadlock) {
  Builder b;
  ObjectId m = b.global(40), c = b.global(48);
  b.procedure(0);
  b.on(Builtin::MutexLock, m);
  LocalId result = b.builtin(Builtin::CondTimedWait, {b.address(c), b.address(m)});
  b.check(b.equals(result, 110));
  b.exit();
  Report r = enumerate(b.p);
  EXPECT_EQ(r.no_deadlock, T);
  EXPECT_EQ(r.unreach_call, F);  // the spurious wake-up returns 0
}

TEST(Oracle, ReadersThatWaitToWriteWaitForEachOther) {
  Builder b;
  ObjectId l = b.global(56);
  auto body = [&](int) {
    b.on(Builtin::RwReadLock, l);
    b.on(Builtin::RwWriteLock, l);
  };
  EXPECT_EQ(enumerate(two_threads(b, body, nothing)).no_deadlock, F);
}

TEST(Oracle, AnAtomicSectionWaitsForItsGuard) {
  for (bool somebody_sets : {true, false}) {
    Builder b;
    ObjectId x = b.global(4);
    auto body = [&](int i) {
      if (i == 1) return b.store(b.address(x), b.number(somebody_sets), true);
      b.builtin(Builtin::AtomicBegin);
      b.builtin(Builtin::Assume, {b.equals(b.load(b.address(x)), 1)});
      b.increment(x);
      b.builtin(Builtin::AtomicEnd);
    };
    Report r = enumerate(two_threads(b, body, [&] { b.check(b.equals(b.load(b.address(x)), 2)); }));
    EXPECT_EQ(r.no_deadlock, somebody_sets ? T : F);
    EXPECT_EQ(r.unreach_call, T);
    EXPECT_EQ(r.no_data_race, T);
  }
}

TEST(Oracle, WakingSpuriouslyForEverIsNoLivelock) {
  Builder b;
  ObjectId m = b.global(40), c = b.global(48);
  b.procedure(0);
  b.on(Builtin::MutexLock, m);
  Pc loop = b.here();
  b.builtin(Builtin::CondWait, {b.address(c), b.address(m)});
  b.jump(loop);
  Report r = enumerate(b.p);
  EXPECT_EQ(r.termination_strong, T);
  EXPECT_EQ(r.no_deadlock, F);
}

// A thread takes a lock again and again until another one, which needs the lock for it, has set a flag.
TEST(Oracle, StrongAndWeakFairnessDiffer) {
  Builder b;
  ObjectId m = b.global(40), done = b.global(4), handle = b.global(8);
  b.procedure(0);
  b.create(1, handle);
  Pc loop = b.here();
  b.on(Builtin::MutexLock, m);
  LocalId seen = b.load(b.address(done));
  b.on(Builtin::MutexUnlock, m);
  b.jump_if(b.equals(seen, 0), loop);
  b.exit();
  b.procedure(1);
  b.on(Builtin::MutexLock, m);
  b.store(b.address(done), b.number(1));
  b.on(Builtin::MutexUnlock, m);
  b.end();
  Report r = enumerate(b.p);
  EXPECT_EQ(r.termination_strong, T);
  EXPECT_EQ(r.termination_weak, F);
  EXPECT_EQ(r.no_data_race, T);
}

TEST(Oracle, ALoopWithoutSharedAccessIsEndless) {
  Builder b;
  b.procedure(0);
  b.jump(0);
  EXPECT_EQ(enumerate(b.p).termination_weak, F);
}

TEST(FairCycles, StarvedThreadRulesOutACycle) {
  Graph g;  // 0 <-> 1 by thread 0; thread 1 is enabled in 0 only and would leave to 2
  g.edges = {{{1, 0}, {2, 1}}, {{0, 0}}, {}};
  g.enabled = {3, 1, 0};
  g.ended = {false, false, false};
  EXPECT_FALSE(has_fair_cycle(g, true));
  EXPECT_TRUE(has_fair_cycle(g, false));
  g.enabled = {3, 3, 0};
  EXPECT_FALSE(has_fair_cycle(g, false));
  g.enabled = {1, 1, 0};
  EXPECT_TRUE(has_fair_cycle(g, true));
  g.ended = {true, false, false};
  EXPECT_FALSE(has_fair_cycle(g, true));
}

TEST(FairCycles, TheRestOfAComponentMayStillBeFair) {
  Graph g;  // the big component 0-1-2 starves thread 1 (enabled in 0), but 1 <-> 2 alone does not
  g.edges = {{{1, 0}}, {{2, 0}, {0, 0}}, {{1, 0}}};
  g.enabled = {3, 1, 1};
  g.ended = {false, false, false};
  EXPECT_TRUE(has_fair_cycle(g, true));
}

}  // namespace
}  // namespace heddle::oracle
