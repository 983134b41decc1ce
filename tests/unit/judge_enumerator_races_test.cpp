// SPDX-License-Identifier: GPL-3.0-or-later
// Which accesses the oracle calls a race, in all states and along random walks with vector clocks.
#include "judge/enumerator/enumerate.h"

#include <gtest/gtest.h>

#include "judge/enumerator/happens_before.h"
#include "judge/enumerator/weak_order.h"
#include "enumerator_programs.h"

namespace heddle::oracle {
namespace {

TEST(Oracle, LostUpdate) {
  Builder b;
  ObjectId x = b.global(4);
  Report r =
      enumerate(two_threads(b, [&](int) { b.increment(x); }, [&] { b.check(b.equals(b.load(b.address(x)), 2)); }));
  EXPECT_EQ(r.unreach_call, F);
  EXPECT_EQ(r.no_data_race, F);
  EXPECT_EQ(r.no_deadlock, T);
  EXPECT_EQ(r.termination_strong, T);
  EXPECT_EQ(r.valid_memsafety, T);
}

TEST(Oracle, AtomicUpdatesAreNotLost) {
  Builder b;
  ObjectId x = b.global(4);
  Report r = enumerate(
      two_threads(b, [&](int) { b.atomic_increment(x); }, [&] { b.check(b.equals(b.load(b.address(x)), 2)); }));
  EXPECT_EQ(r.unreach_call, T);
  EXPECT_EQ(r.no_data_race, T);
}

TEST(Oracle, AMutexOrdersTheUpdates) {
  Builder b;
  ObjectId x = b.global(4), m = b.global(40);
  auto body = [&](int) {
    b.on(Builtin::MutexLock, m);
    b.increment(x);
    b.on(Builtin::MutexUnlock, m);
  };
  Report r = enumerate(two_threads(b, body, [&] { b.check(b.equals(b.load(b.address(x)), 2)); }));
  EXPECT_EQ(r.unreach_call, T);
  EXPECT_EQ(r.no_data_race, T);
  EXPECT_EQ(r.no_deadlock, T);
}

TEST(Oracle, APlainAccessRacesWithASection) {
  Builder b;
  ObjectId x = b.global(4);
  auto body = [&](int i) {
    if (i == 1) return b.store(b.address(x), b.number(1));
    b.builtin(Builtin::AtomicBegin);
    b.increment(x);
    b.builtin(Builtin::AtomicEnd);
  };
  EXPECT_EQ(enumerate(two_threads(b, body, nothing)).no_data_race, F);
}

TEST(Oracle, UseAfterFreeIsFoundAndRaces) {
  Builder b;
  ObjectId shared = b.global(8), handle = b.global(8);
  b.procedure(0);
  LocalId q = b.builtin(Builtin::Malloc, {b.number(4, 64)}, 64);
  b.store(b.value(q), b.number(7));
  Instr& publish = b.add(InstrKind::Store);
  publish.a = b.address(shared), publish.b = b.value(q), publish.width = 64;
  b.create(1, handle);
  b.builtin(Builtin::Free, {b.value(q)});
  b.exit();
  b.procedure(1);
  LocalId seen = b.local(64);
  Instr& get = b.add(InstrKind::Load);
  get.a = b.address(shared), get.width = 64, get.dst = seen;
  b.load(b.value(seen));
  b.end();
  Report r = enumerate(b.p);
  EXPECT_EQ(r.valid_memsafety, F);
  EXPECT_EQ(r.no_data_race, F);
}

TEST(Oracle, AWaitingSectionHasReadItsGuardAndWrittenNothing) {
  for (bool plain_flag : {true, false}) {
    Builder b;
    ObjectId flag = b.global(4), y = b.global(4);
    auto body = [&](int i) {
      if (i == 0) {
        b.builtin(Builtin::AtomicBegin);
        b.store(b.address(y), b.number(1));
        b.builtin(Builtin::Assume, {b.equals(b.load(b.address(flag)), 1)});
        b.builtin(Builtin::AtomicEnd);
      } else {
        b.load(b.address(y));  // before the section can have written
        b.store(b.address(flag), b.number(1), !plain_flag);
      }
    };
    EXPECT_EQ(enumerate(two_threads(b, body, nothing)).no_data_race, plain_flag ? F : T);
  }
}

TEST(Oracle, AFailedExchangeIsARead) {
  for (uint64_t expected : {0u, 7u}) {
    Builder b;
    ObjectId x = b.global(4);
    auto body = [&](int i) {
      if (i == 1) return (void)b.load(b.address(x));
      Instr& in = b.add(InstrKind::CmpXchg);
      in.a = b.address(x), in.b = b.number(expected), in.c = b.number(1), in.width = 32,
      in.order = model::MemoryOrder::SeqCst;
    };
    EXPECT_EQ(enumerate(two_threads(b, body, nothing)).no_data_race, expected == 0 ? F : T);
  }
}

TEST(HappensBefore, AgreesOnWhoOrdersWhom) {
  for (Builtin guard : {Builtin::None, Builtin::MutexLock, Builtin::SemWait, Builtin::BarrierWait}) {
    Builder b;
    ObjectId x = b.global(4), lock = b.global(40, guard == Builtin::SemWait       ? 1
                                                  : guard == Builtin::BarrierWait ? 2
                                                                                  : 0);
    auto body = [&](int i) {
      if (guard == Builtin::BarrierWait && i == 1) b.on(guard, lock);
      if (guard != Builtin::None && guard != Builtin::BarrierWait) b.on(guard, lock);
      b.increment(x);
      if (guard == Builtin::MutexLock) b.on(Builtin::MutexUnlock, lock);
      if (guard == Builtin::SemWait) b.on(Builtin::SemPost, lock);
      if (guard == Builtin::BarrierWait && i == 0) b.on(guard, lock);
    };
    Program p = two_threads(b, body, [&] { b.load(b.address(x)); });
    EXPECT_EQ(enumerate(p).no_data_race, guard == Builtin::None ? F : T);
    EXPECT_EQ(random_runs_race(p, 1, 50, 100), guard == Builtin::None);
  }
}

// A thread writes x and raises a flag, another looks at the flag and writes x if it is up: never at the same time, but
// who orders?
Program message(model::MemoryOrder raise, model::MemoryOrder look, bool counted) {
  Builder b;
  ObjectId x = b.global(4), flag = b.global(4);
  auto body = [&](int i) {
    if (i == 0) {
      b.store(b.address(x), b.number(1));
      b.store(b.address(flag), b.number(1), true);
      b.order(raise);
      if (counted) b.atomic_increment(flag), b.order(model::MemoryOrder::Relaxed);
    } else {
      LocalId seen = b.load(b.address(flag), true);
      b.order(look);
      b.jump_if(b.equals(seen, 0), b.here() + 2);
      b.store(b.address(x), b.number(2));
    }
  };
  return two_threads(b, body, nothing);
}

TEST(WeakOrder, AMessageNeedsReleaseAndAcquire) {
  using enum model::MemoryOrder;
  for (auto raise : {Relaxed, Release, SeqCst})
    for (auto look : {Relaxed, Acquire, SeqCst}) {
      Program p = message(raise, look, false);
      bool weak = raise == Relaxed || look == Relaxed;
      EXPECT_EQ(enumerate(p).no_data_race, T);  // the interleavings alone show nothing
      EXPECT_EQ(has_weak_order(p), weak);
      EXPECT_FALSE(random_runs_race(p, 1, 50, 100));
      EXPECT_EQ(random_runs_race(p, 1, 50, 100, Atomics::AsWritten), weak);
      EXPECT_EQ(unordered_races(p, {10000}), weak ? F : T);
    }
}

TEST(WeakOrder, AReleaseSequenceGoesThroughRelaxedUpdates) {
  Program p = message(model::MemoryOrder::Release, model::MemoryOrder::Acquire, true);
  EXPECT_TRUE(has_weak_order(p));
  EXPECT_FALSE(random_runs_race(p, 1, 50, 100, Atomics::AsWritten));
  EXPECT_EQ(unordered_races(p, {10000}), T);
}

TEST(WeakOrder, FencesOrderRelaxedOperations) {
  using enum model::MemoryOrder;
  for (auto before : {Relaxed, Acquire, Release, AcqRel, SeqCst})
    for (auto behind : {Relaxed, Acquire, Release, AcqRel, SeqCst}) {
      Builder b;
      ObjectId x = b.global(4), flag = b.global(4);
      auto body = [&](int i) {
        if (i == 0) {
          b.store(b.address(x), b.number(1));
          b.add(InstrKind::Fence).order = before;
          b.store(b.address(flag), b.number(1), true);
          b.order(Relaxed);
        } else {
          LocalId seen = b.load(b.address(flag), true);
          b.order(Relaxed);
          b.jump_if(b.equals(seen, 0), b.here() + 3);
          b.add(InstrKind::Fence).order = behind;
          b.store(b.address(x), b.number(2));
        }
      };
      bool releases = before != Relaxed && before != Acquire, acquires = behind != Relaxed && behind != Release;
      EXPECT_EQ(unordered_races(two_threads(b, body, nothing), {10000}), releases && acquires ? T : F);
    }
}

// The second thread learns of the flag by a relaxed load, changes it itself and acquires what it finds there now.
TEST(WeakOrder, AStoreOfAnotherThreadEndsTheSequenceAnUpdateDoesNot) {
  for (bool update : {false, true}) {
    Builder b;
    ObjectId x = b.global(4), flag = b.global(4);
    auto body = [&](int i) {
      if (i == 0) {
        b.store(b.address(x), b.number(1));
        b.store(b.address(flag), b.number(1), true);
        b.order(model::MemoryOrder::Release);
      } else {
        LocalId seen = b.load(b.address(flag), true);
        b.order(model::MemoryOrder::Relaxed);
        b.jump_if(b.equals(seen, 0), b.here() + 4);
        if (update)
          b.atomic_increment(flag);
        else
          b.store(b.address(flag), b.number(2), true);
        b.order(model::MemoryOrder::Relaxed);
        b.load(b.address(flag), true);
        b.store(b.address(x), b.number(2));
      }
    };
    Program p = two_threads(b, body, nothing);
    EXPECT_EQ(random_runs_race(p, 1, 50, 100, Atomics::AsWritten), !update);
    EXPECT_EQ(unordered_races(p, {10000}), update ? T : F);
  }
}

TEST(WeakOrder, AFailedAttemptTellsWithoutOrdering) {
  for (Builtin attempt : {Builtin::MutexTryLock, Builtin::SpinTryLock, Builtin::MutexLock}) {
    Builder b;
    // zeros are no spin lock
    ObjectId x = b.global(4), m = b.global(40, attempt == Builtin::SpinTryLock ? 0x10000 : 0);
    auto body = [&](int i) {
      if (i == 0) {
        b.store(b.address(x), b.number(1));
        b.on(attempt == Builtin::SpinTryLock ? Builtin::SpinLock : Builtin::MutexLock, m);
      } else {
        LocalId failed = b.on(attempt, m);
        b.jump_if(b.equals(failed, 0), b.here() + 2);
        b.store(b.address(x), b.number(2));
      }
    };
    Program p = two_threads(b, body, nothing);
    EXPECT_EQ(enumerate(p).no_data_race, T);
    EXPECT_EQ(has_weak_order(p), attempt != Builtin::MutexLock);
    EXPECT_EQ(random_runs_race(p, 1, 50, 100, Atomics::AsWritten), attempt != Builtin::MutexLock);
  }
}

TEST(WeakOrder, TheValueOfASemaphoreTellsWithoutOrdering) {
  for (bool wait : {false, true}) {
    Builder b;
    ObjectId x = b.global(4), semaphore = b.global(32), value = b.global(4);
    auto body = [&](int i) {
      if (i == 0) {
        b.store(b.address(x), b.number(1));
        b.on(Builtin::SemPost, semaphore);
        return;
      }
      if (wait)
        b.on(Builtin::SemWait, semaphore);
      else
        b.builtin(Builtin::SemGetValue, {b.address(semaphore), b.address(value)});
      LocalId seen = b.load(b.address(value));
      if (!wait) b.jump_if(b.equals(seen, 0), b.here() + 2);
      b.store(b.address(x), b.number(2));
    };
    Program p = two_threads(b, body, nothing);
    EXPECT_EQ(enumerate(p).no_data_race, T);
    EXPECT_EQ(has_weak_order(p), !wait);
    EXPECT_EQ(random_runs_race(p, 1, 50, 100, Atomics::AsWritten), !wait);
  }
}

TEST(WeakOrder, ASectionThatEndsTheExecutionHasTouchedMemory) {
  for (bool weak : {false, true}) {
    Builder b;
    ObjectId data = b.global(4), flag = b.global(4);
    auto flag_order = weak ? model::MemoryOrder::Relaxed : model::MemoryOrder::SeqCst;
    Program p = two_threads(
        b,
        [&](int i) {
          if (i == 0) {
            b.store(b.address(data), b.number(1));
            b.store(b.address(flag), b.number(1), true);
            b.order(flag_order);
            return;
          }
          LocalId seen = b.load(b.address(flag), true);
          b.order(flag_order);
          b.jump_if(b.equals(seen, 0), b.here() + 4);  // the end
          b.builtin(Builtin::AtomicBegin);
          b.load(b.address(data));
          b.exit();
        },
        nothing);
    EXPECT_EQ(enumerate(p).no_data_race, T);
    EXPECT_EQ(unordered_races(p, {10000}), weak ? F : T);
  }
}

TEST(Oracle, BarrierMayBeDestroyedByWhoeverPassesIt) {
  for (bool early : {false, true}) {
    Builder b;
    ObjectId barrier = b.global(32, 2), shared = b.global(4);
    Program p = two_threads(
        b,
        [&](int i) {
          if (i == 0) b.increment(shared);
          if (i == 1 && early) b.increment(shared);
          b.on(Builtin::BarrierWait, barrier);
          if (i == 1) b.increment(shared);
          if (i == 1) b.on(Builtin::BarrierDestroy, barrier);
        },
        nothing);
    EXPECT_EQ(enumerate(p).no_data_race, early ? F : T);
    EXPECT_EQ(random_runs_race(p, 1, 20, 100), early);
    EXPECT_EQ(unordered_races(p, {10000}), early ? F : T);
  }
}

// Each of the two sections touches its variable a million times before it is given up.
TEST(Oracle, SectionsWithoutEndAreComparedSoon) {
  Builder b;
  ObjectId x[2] = {b.global(4), b.global(4)};
  auto body = [&](int i) {
    b.builtin(Builtin::AtomicBegin);
    Pc loop = b.here();
    b.load(b.address(x[i]));
    b.jump(loop);
  };
  EXPECT_EQ(enumerate(two_threads(b, body, nothing)).no_data_race, U);
}

}  // namespace
}  // namespace heddle::oracle
