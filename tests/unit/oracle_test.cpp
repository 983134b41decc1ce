// SPDX-License-Identifier: GPL-3.0-or-later
// The oracle on programs built by hand, with facts that were worked out on paper.
#include "oracle/oracle.h"

#include <gtest/gtest.h>

#include "oracle/fair_cycles.h"
#include "oracle/happens_before.h"

namespace heddle::oracle {
namespace {

using model::Builtin;
using model::ExprId;
using model::ExprOp;
using model::Instr;
using model::InstrKind;
using model::LocalId;
using model::ObjectId;
using model::Pc;
using model::ProcId;
using model::Program;

// Straight-line code with labels, one procedure at a time; procedure 0 is the entry.
class Builder {
 public:
  Program p;

  ObjectId global(uint64_t size, uint32_t value = 0) {
    model::Object o;
    o.name = "g" + std::to_string(p.objects.size());
    o.size = size;
    o.init.assign(size, 0);
    for (unsigned i = 0; i < 4 && i < size; ++i) o.init[i] = static_cast<uint8_t>(value >> (8 * i));
    p.objects.push_back(o);
    return static_cast<ObjectId>(p.objects.size() - 1);
  }
  ProcId procedure(unsigned params) {
    p.procedures.emplace_back();
    model::Procedure& f = p.procedures.back();
    f.name = "f" + std::to_string(p.procedures.size());
    f.params = params;
    for (unsigned i = 0; i < params; ++i) f.locals.push_back({"", 64, 0});
    p.entry = 0;
    return static_cast<ProcId>(p.procedures.size() - 1);
  }
  LocalId local(unsigned width) {
    f().locals.push_back({"", static_cast<uint8_t>(width), 0});
    return static_cast<LocalId>(f().locals.size() - 1);
  }
  Pc here() { return static_cast<Pc>(f().code.size()); }
  Instr& add(InstrKind k) {
    f().code.emplace_back();
    f().code.back().kind = k;
    return f().code.back();
  }
  ExprId address(ObjectId o) { return p.exprs.intern({ExprOp::Global, 64, 0, 0, 0, o}); }
  ExprId number(uint64_t v, unsigned width = 32) { return p.exprs.constant(v, width); }
  ExprId value(LocalId l) { return p.exprs.local(l, f().locals[l].width); }

  LocalId load(ExprId a, bool atomic = false) {
    LocalId l = local(32);
    Instr& in = add(InstrKind::Load);
    in.a = a, in.width = 32, in.dst = l, in.order = atomic ? model::MemoryOrder::SeqCst : model::MemoryOrder::NotAtomic;
    return l;
  }
  void store(ExprId a, ExprId v, bool atomic = false) {
    Instr& in = add(InstrKind::Store);
    in.a = a, in.b = v, in.width = 32, in.order = atomic ? model::MemoryOrder::SeqCst : model::MemoryOrder::NotAtomic;
  }
  void increment(ObjectId o) {
    LocalId l = load(address(o));
    store(address(o), p.exprs.binary(ExprOp::Add, 32, value(l), number(1)));
  }
  void atomic_increment(ObjectId o) {
    Instr& in = add(InstrKind::Rmw);
    in.a = address(o), in.b = number(1), in.width = 32, in.rmw = model::RmwOp::Add, in.order = model::MemoryOrder::SeqCst;
  }
  LocalId builtin(Builtin b, std::vector<ExprId> args = {}, unsigned width = 32) {
    LocalId l = local(width);
    Instr& in = add(InstrKind::Builtin);
    in.builtin = b, in.args = std::move(args), in.dst = l, in.width = static_cast<uint8_t>(width);
    return l;
  }
  LocalId on(Builtin b, ObjectId o) { return builtin(b, {address(o)}); }
  void create(ProcId f, ObjectId handle) {
    builtin(Builtin::ThreadCreate,
            {address(handle), number(0), p.exprs.intern({ExprOp::Function, 64, 0, 0, 0, f}), number(0, 64)});
  }
  void join(uint64_t handle) { builtin(Builtin::ThreadJoin, {number(handle, 64), number(0, 64)}); }
  ExprId equals(LocalId l, uint64_t v) { return p.exprs.binary(ExprOp::Eq, 1, value(l), number(v, f().locals[l].width)); }
  void check(ExprId condition) {  // the assertion
    Pc at = here();
    Instr& in = add(InstrKind::Branch);
    in.a = condition, in.target = at + 2, in.target2 = at + 1;
    builtin(Builtin::Error);
  }
  void jump_if(ExprId condition, Pc target) {
    Pc at = here();
    Instr& in = add(InstrKind::Branch);
    in.a = condition, in.target = target, in.target2 = at + 1;
  }
  void jump(Pc target) { add(InstrKind::Jump).target = target; }
  void end() { add(InstrKind::Return); }
  void exit() { builtin(Builtin::Exit, {number(0)}); }

 private:
  model::Procedure& f() { return p.procedures.back(); }
};

constexpr Answer T = Answer::True, F = Answer::False, U = Answer::Unknown;

// Two threads (procedures 1 and 2, built by `body`), created and joined by main, which then runs `last`.
template <class Body, class Last>
Program two_threads(Builder& b, Body body, Last last) {
  ObjectId handles = b.global(8);
  b.procedure(0);
  b.create(1, handles);
  b.create(2, handles);
  b.join(2);
  b.join(3);
  last();
  b.exit();
  for (int i = 0; i < 2; ++i) {
    b.procedure(1);
    body(i);
    b.end();
  }
  return b.p;
}
auto nothing = [] {};

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

TEST(Oracle, LostUpdate) {
  Builder b;
  ObjectId x = b.global(4);
  Report r = enumerate(two_threads(b, [&](int) { b.increment(x); }, [&] { b.check(b.equals(b.load(b.address(x)), 2)); }));
  EXPECT_EQ(r.unreach_call, F);
  EXPECT_EQ(r.no_data_race, F);
  EXPECT_EQ(r.no_deadlock, T);
  EXPECT_EQ(r.termination_strong, T);
  EXPECT_EQ(r.valid_memsafety, T);
}

TEST(Oracle, AtomicUpdatesAreNotLost) {
  Builder b;
  ObjectId x = b.global(4);
  Report r = enumerate(two_threads(b, [&](int) { b.atomic_increment(x); }, [&] { b.check(b.equals(b.load(b.address(x)), 2)); }));
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
    if (i == 0) b.builtin(Builtin::CondWait, {b.address(c), b.address(m)});
    else b.on(Builtin::CondSignal, c);
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

TEST(Oracle, ReadersThatWaitToWriteWaitForEachOther) {
  Builder b;
  ObjectId l = b.global(56);
  auto body = [&](int) {
    b.on(Builtin::RwReadLock, l);
    b.on(Builtin::RwWriteLock, l);
  };
  EXPECT_EQ(enumerate(two_threads(b, body, nothing)).no_deadlock, F);
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
      in.a = b.address(x), in.b = b.number(expected), in.c = b.number(1), in.width = 32, in.order = model::MemoryOrder::SeqCst;
    };
    EXPECT_EQ(enumerate(two_threads(b, body, nothing)).no_data_race, expected == 0 ? F : T);
  }
}

TEST(Oracle, EveryInputIsTried) {
  Builder b;
  b.procedure(0);
  LocalId in = b.builtin(Builtin::Nondet, {b.number(0, 8), b.number(3, 8)}, 8);
  b.check(b.p.exprs.binary(ExprOp::Ne, 1, b.value(in), b.number(3, 8)));
  b.exit();
  Report r = enumerate(b.p);
  EXPECT_EQ(r.unreach_call, F);
  EXPECT_EQ(r.states, 1u + 2u);  // before the input; parked by the failure; parked by exit, the same state for 0, 1 and 2
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

TEST(HappensBefore, AgreesOnWhoOrdersWhom) {
  for (Builtin guard : {Builtin::None, Builtin::MutexLock, Builtin::SemWait, Builtin::BarrierWait}) {
    Builder b;
    ObjectId x = b.global(4), lock = b.global(40, guard == Builtin::SemWait ? 1 : guard == Builtin::BarrierWait ? 2 : 0);
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
