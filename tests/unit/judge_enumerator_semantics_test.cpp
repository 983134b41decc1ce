// SPDX-License-Identifier: GPL-3.0-or-later
// What a step of the oracle does: how many states a program has, what locks, barriers, sections and inputs answer, and
// what is undefined. All facts were worked out on paper.
#include "judge/enumerator/enumerate.h"

#include <gtest/gtest.h>

#include "enumerator_programs.h"

namespace heddle::oracle {
namespace {

TEST(Oracle, OneStoreIsTwoStates) {
  Builder b;
  ObjectId x = b.global(4);
  b.procedure(0);
  b.store(b.address(x), b.number(1));
  b.exit();
  Report r = enumerate(b.p);
  EXPECT_EQ(r.states, 2u);
  EXPECT_EQ(r.edges, 1u);
  EXPECT_EQ(r.termination_strong, T);
}

TEST(Oracle, TwoIndependentStoresMakeADiamond) {
  Builder b;
  ObjectId x = b.global(4), y = b.global(4), handle = b.global(8);
  b.procedure(0);
  b.create(1, handle);
  b.store(b.address(x), b.number(1));
  b.exit();
  b.procedure(1);
  b.store(b.address(y), b.number(1));
  b.end();
  Report r = enumerate(b.p);
  EXPECT_EQ(r.states, 5u);
  EXPECT_EQ(r.edges, 5u);
  EXPECT_EQ(r.no_data_race, T);
}

TEST(Oracle, RelockByKind) {
  for (uint32_t kind : {0u, 1u, 2u}) {
    Builder b;
    ObjectId m = b.global(40);
    b.p.objects[m].init[16] = static_cast<uint8_t>(kind);
    b.procedure(0);
    b.on(Builtin::MutexLock, m);
    LocalId again = b.on(Builtin::MutexLock, m);
    b.check(b.equals(again, kind == 1 ? 0 : 35));
    b.exit();
    Report r = enumerate(b.p);
    EXPECT_EQ(r.no_deadlock, kind == 0 ? F : T) << kind;
    EXPECT_EQ(r.unreach_call, T) << kind;
  }
}

TEST(Oracle, NobodySeesHalfASection) {
  Builder b;
  ObjectId x = b.global(4), y = b.global(4);
  auto body = [&](int i) {
    if (i == 0) {
      b.builtin(Builtin::AtomicBegin);
      b.store(b.address(x), b.number(1));
      b.builtin(Builtin::Abort);
    } else {
      b.builtin(Builtin::AtomicBegin);
      b.check(b.equals(b.load(b.address(x)), 0));
      b.builtin(Builtin::AtomicEnd);
      b.increment(y);
    }
  };
  EXPECT_EQ(enumerate(two_threads(b, body, nothing)).unreach_call, T);
}

TEST(Oracle, UndefinedBehaviourTakesAwayTrue) {
  Builder b;
  b.procedure(0);
  b.load(b.number(0, 64));
  b.exit();
  Report r = enumerate(b.p);
  EXPECT_EQ(r.valid_memsafety, F);
  EXPECT_EQ(r.unreach_call, U);
  EXPECT_EQ(r.no_deadlock, U);
}

TEST(Oracle, AnUninitialisedValueMayBeCopiedButNotUsed) {
  for (bool use : {false, true}) {
    Builder b;
    ObjectId x = b.global(4);
    b.procedure(0);
    LocalId a = b.local(64);
    Instr& in = b.add(InstrKind::Alloca);
    in.a = b.number(4, 64), in.dst = a;
    LocalId v = b.load(b.value(a));
    b.store(b.address(x), b.value(v));
    if (use) b.check(b.equals(v, 0));
    b.exit();
    EXPECT_EQ(enumerate(b.p).valid_memsafety, use ? F : T);
  }
}

TEST(Oracle, WithAFillUninitialisedMemoryHoldsIt) {
  for (uint8_t fill : {0x00, 0x5a, 0xff}) {
    Builder b;
    b.procedure(0);
    LocalId a = b.local(64);
    Instr& in = b.add(InstrKind::Alloca);
    in.a = b.number(4, 64), in.dst = a;
    b.check(b.equals(b.load(b.value(a)), 0x5a5a5a5a));
    b.exit();
    Limits limits;
    limits.fill = fill;
    const Report r = enumerate(b.p, limits);
    EXPECT_EQ(r.valid_memsafety, T);
    EXPECT_EQ(r.unreach_call, fill == 0x5a ? T : F);
  }
}

TEST(Oracle, ExactlyOneThreadIsSerialAtABarrier) {
  for (uint64_t expected : {1u, 0u, 2u}) {
    Builder b;
    ObjectId bar = b.global(32, 2), serial = b.global(4);
    auto body = [&](int) {
      LocalId r = b.on(Builtin::BarrierWait, bar);
      b.jump_if(b.equals(r, 0), b.here() + 2);
      b.atomic_increment(serial);
    };
    Report r = enumerate(two_threads(b, body, [&] { b.check(b.equals(b.load(b.address(serial)), expected)); }));
    EXPECT_EQ(r.unreach_call, expected == 1 ? T : F);
    EXPECT_EQ(r.no_deadlock, T);
  }
}

TEST(Oracle, ReadersShareWritersDoNot) {
  Builder b;
  ObjectId l = b.global(56);
  b.procedure(0);
  b.check(b.equals(b.on(Builtin::RwReadLock, l), 0));
  b.check(b.equals(b.on(Builtin::RwTryReadLock, l), 0));
  b.check(b.equals(b.on(Builtin::RwTryWriteLock, l), 16));
  b.check(b.equals(b.on(Builtin::RwTimedWriteLock, l), 110));
  b.on(Builtin::RwUnlock, l);
  b.on(Builtin::RwUnlock, l);
  b.check(b.equals(b.on(Builtin::RwWriteLock, l), 0));
  b.check(b.equals(b.on(Builtin::RwWriteLock, l), 35));
  b.on(Builtin::RwUnlock, l);
  b.exit();
  Report r = enumerate(b.p);
  EXPECT_EQ(r.unreach_call, T);
  EXPECT_EQ(r.states, 10u);  // nine visible instructions in a row
}

TEST(Oracle, ReadLocksBelongToTheirThread) {
  Builder b;
  ObjectId l = b.global(56);
  auto body = [&](int i) { b.on(i == 0 ? Builtin::RwReadLock : Builtin::RwUnlock, l); };
  EXPECT_EQ(enumerate(two_threads(b, body, nothing)).valid_memsafety, F);
}

// A thread ends while it holds a lock and is joined; the next thread must not find the lock to be its own.
TEST(Oracle, LocksDoNotPassToTheNextThread) {
  Builder b;
  ObjectId m = b.global(40), handle = b.global(8);
  b.p.objects[m].init[16] = 1;  // recursive
  b.procedure(0);
  b.create(1, handle);
  b.join(2);
  b.create(2, handle);
  b.join(3);
  b.exit();
  b.procedure(1);
  b.on(Builtin::MutexLock, m);
  b.end();
  b.procedure(1);
  b.check(b.equals(b.on(Builtin::MutexTryLock, m), 16));
  b.end();
  Report r = enumerate(b.p);
  EXPECT_EQ(r.unreach_call, T);
  EXPECT_EQ(r.valid_memsafety, T);
}

TEST(Oracle, EveryInputIsTried) {
  Builder b;
  b.procedure(0);
  LocalId in = b.builtin(Builtin::Nondet, {b.number(0, 8), b.number(3, 8)}, 8);
  b.check(b.p.exprs.binary(ExprOp::Ne, 1, b.value(in), b.number(3, 8)));
  b.exit();
  Report r = enumerate(b.p);
  EXPECT_EQ(r.unreach_call, F);
  // before the input; parked by the failure; parked by exit, the same state for 0, 1 and 2
  EXPECT_EQ(r.states, 1u + 2u);
}

TEST(Oracle, StackObjectsOfEarlierCallsAreForgotten) {
  Builder b;
  ObjectId x = b.global(4);
  b.procedure(0);
  b.load(b.address(x));
  Instr& call = b.add(InstrKind::Call);
  call.callee = 1;
  b.jump(0);
  b.procedure(0);
  LocalId a = b.local(64);
  Instr& in = b.add(InstrKind::Alloca);
  in.a = b.number(4, 64), in.dst = a;
  b.store(b.value(a), b.number(1));
  b.load(b.address(x));
  b.end();
  Report r = enumerate(b.p);
  EXPECT_TRUE(r.complete);
  EXPECT_LE(r.states, 4u);
  EXPECT_EQ(r.termination_weak, F);
}

TEST(Oracle, UnlockByAnotherThread) {
  Builder b;
  ObjectId m = b.global(40);
  b.procedure(0);
  b.on(Builtin::MutexUnlock, m);
  b.exit();
  EXPECT_EQ(enumerate(b.p).valid_memsafety, F);
  b.p.objects[m].init[16] = 2;
  EXPECT_EQ(enumerate(b.p).valid_memsafety, T);
}

}  // namespace
}  // namespace heddle::oracle
