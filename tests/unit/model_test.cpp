// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/check.h"
#include "model/control_flow.h"
#include "model/live_locals.h"
#include "model/needed_locals.h"
#include "program_builder.h"

namespace heddle::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(ControlFlow, SuccessorsOfEachShape) {
  Instr i;
  i.kind = InstrKind::Branch;
  i.target = 7;
  i.target2 = 3;
  EXPECT_THAT(successors(i, 5), ElementsAre(7, 3));
  i.kind = InstrKind::Switch;
  i.cases = {{1, 9}};
  EXPECT_THAT(successors(i, 5), ElementsAre(7, 9));
  i.kind = InstrKind::Return;
  EXPECT_THAT(successors(i, 5), IsEmpty());
  i.kind = InstrKind::Builtin;
  i.builtin = Builtin::ThreadExit;
  EXPECT_THAT(successors(i, 5), IsEmpty());
  i.builtin = Builtin::MutexLock;
  EXPECT_THAT(successors(i, 5), ElementsAre(6));
}

TEST(LiveLocals, AssignmentsAreSimultaneous) {
  ProgramBuilder b;
  b.procedure("shift", {32, 32}, 32);
  b.assign({{0, b.c(7)}, {1, b.l(0)}});  // 0: a, b = 7, a
  b.ret(b.l(1));                         // 1
  auto live = live_locals(b.p, b.p.procedures[0]);
  EXPECT_THAT(live[0], ElementsAre(0));  // the old a, although a is assigned here
  EXPECT_THAT(live[1], ElementsAre(1));
}

TEST(LiveLocals, LoopKeepsWhatItsNextRoundReads) {
  ProgramBuilder b;
  ObjectId x = b.object("x");
  b.procedure("loop", {32, 32});
  LocalId t = b.local(32);
  b.load(t, b.at(x));                                  // 0: t = x
  b.assign({{0, b.op(ExprOp::Add, b.l(0), b.l(t))}});  // 1: n = n + t
  b.branch(b.eq(b.l(0), b.l(1)), 3, 0);                // 2: leave when n == limit
  b.ret();                                             // 3
  auto live = live_locals(b.p, b.p.procedures[0]);
  EXPECT_THAT(live[0], ElementsAre(0, 1));
  EXPECT_THAT(live[1], ElementsAre(0, 1, t));
  EXPECT_THAT(live[2], ElementsAre(0, 1));
  EXPECT_THAT(live[3], IsEmpty());
}

TEST(LiveLocals, NothingIsLiveAcrossTheEndOfAThread) {
  ProgramBuilder b;
  b.procedure("f", {64, 64}, 64);
  b.builtin(Builtin::ThreadExit, {b.l(0)});  // 0
  b.ret(b.l(1));                             // 1: never reached from 0
  auto live = live_locals(b.p, b.p.procedures[0]);
  EXPECT_THAT(live[0], ElementsAre(0));
  EXPECT_THAT(live[1], ElementsAre(1));
}

TEST(LiveLocals, CallAssignsItsResultAfterReadingItsArguments) {
  ProgramBuilder b;
  b.procedure("g", {32}, 32);
  b.ret(b.l(0));
  b.procedure("f", {32}, 32);
  b.call(0, {b.l(0)}, 0);  // 0: n = g(n)
  b.call(0, {b.c(1)}, 0);  // 1: n = g(1)
  b.ret(b.l(0));           // 2
  auto live = live_locals(b.p, b.p.procedures[1]);
  EXPECT_THAT(live[0], ElementsAre(0));
  EXPECT_THAT(live[1], IsEmpty());
  EXPECT_THAT(live[2], ElementsAre(0));
}

// while (!*g) k = next(k); return result;
NeededLocals needed_in_a_spin(ProgramBuilder& b, LocalId k, ExprId next, ExprId first, ExprId result) {
  ObjectId g = b.object("g");
  LocalId t = b.local(32);
  b.assign({{k, first}});
  b.load(t, b.at(g));
  b.branch(b.eq(b.l(t), b.c(0)), 3, 5);
  b.assign({{k, next}});
  b.jump(1);
  b.ret(result);
  return needed_locals(b.p, b.p.procedures[0]);
}

TEST(NeededLocals, ACountThatNobodyReadsIsNotNeeded) {
  ProgramBuilder b;
  b.procedure("f", {}, 32);
  LocalId k = b.local(32, "k");
  NeededLocals n = needed_in_a_spin(b, k, b.op(ExprOp::Add, b.l(k), b.c(1)), b.c(0), b.c(0));
  EXPECT_THAT(n.before[1], IsEmpty());
  EXPECT_THAT(n.before[3], IsEmpty());
  EXPECT_THAT(n.performed[0], IsEmpty());
  EXPECT_THAT(n.performed[3], IsEmpty());
}

TEST(NeededLocals, ACountThatIsReturnedIs) {
  ProgramBuilder b;
  b.procedure("f", {}, 32);
  LocalId k = b.local(32, "k");
  NeededLocals n = needed_in_a_spin(b, k, b.op(ExprOp::Add, b.l(k), b.c(1)), b.c(0), b.l(k));
  EXPECT_THAT(n.before[1], ElementsAre(k));
  EXPECT_THAT(n.performed[3], ElementsAre(0));
}

TEST(NeededLocals, WhatMayFailIsComputedForNobody) {
  for (bool undefined : {false, true}) {
    ProgramBuilder b;
    b.procedure("f", {}, 32);
    LocalId k = b.local(32, "k");
    ExprId nothing = b.p.exprs.intern({ExprOp::Undef, 32, 0, 0, 0, 0});
    ExprId next = undefined ? b.op(ExprOp::Add, b.l(k), b.c(1)) : b.op(ExprOp::UDiv, b.c(7), b.l(k));
    NeededLocals n = needed_in_a_spin(b, k, next, undefined ? nothing : b.c(1), b.c(0));
    EXPECT_THAT(n.before[1], ElementsAre(k));
    EXPECT_THAT(n.performed[3], ElementsAre(0));
  }
}

TEST(Events, NamesComeFromTheTables) {
  EXPECT_STREQ(json_name(EventKind::ReadLock), "rdlock");
  EXPECT_STREQ(verb(EventKind::Create), "starts");
  EXPECT_EQ(event_kind("thread-exit"), EventKind::ThreadExit);
  EXPECT_EQ(event_kind("nonsense"), std::nullopt);
  EXPECT_STREQ(name(Builtin::CondTimedWait), "CondTimedWait");
  EXPECT_EQ(event_kind(Builtin::SemPost), EventKind::SemPost);
  EXPECT_TRUE(may_block(Builtin::ThreadJoin));
  EXPECT_FALSE(may_block(Builtin::MutexTryLock));
}

// struct fork { int owner; union { int v; char bytes[40]; } lock; char name[4]; } forks[3];
struct ForkTypes {
  ProgramBuilder b;
  TypeId integer, character, lock, fork, forks;
  ForkTypes() {
    integer = b.type({Type::Integer, true, 4, "int", 0, 0, {}, {}});
    character = b.type({Type::Character, true, 1, "char", 0, 0, {}, {}});
    TypeId bytes = b.type({Type::Array, false, 40, "char[40]", character, 40, {}, {}});
    lock = b.type({Type::Union, false, 40, "lock", 0, 0, {{"v", 0, integer}, {"bytes", 0, bytes}}, {}});
    TypeId name = b.type({Type::Array, false, 4, "char[4]", character, 4, {}, {}});
    fork = b.type(
        {Type::Struct, false, 48, "fork", 0, 0, {{"owner", 0, integer}, {"lock", 4, lock}, {"name", 44, name}}, {}});
    forks = b.type({Type::Array, false, 144, "fork[3]", fork, 3, {}, {}});
  }
  std::string path(TypeId t, uint64_t offset, uint64_t width) { return path_in_type(b.p, t, offset, width); }
};

TEST(TypePaths, MembersAndElements) {
  ForkTypes t;
  EXPECT_EQ(t.path(t.forks, 96, 4), "[2].owner");
  EXPECT_EQ(t.path(t.forks, 96, 48), "[2]");
  EXPECT_EQ(t.path(t.forks, 100, 40), "[2].lock");
  EXPECT_EQ(t.path(t.forks, 100, 4), "[2].lock.v");
  EXPECT_EQ(t.path(t.forks, 47, 1), "[0].name[3]");
  EXPECT_EQ(t.path(t.forks, 44, 4), "[0].name");
  EXPECT_EQ(t.path(t.forks, 0, 144), "");
  EXPECT_EQ(t.path(t.integer, 0, 4), "");
}

TEST(TypePaths, LocksHaveNoInsides) {
  ForkTypes t;
  t.b.p.types[t.lock].name = "pthread_mutex_t";
  EXPECT_EQ(t.path(t.forks, 100, 4), "[2].lock");
}

TEST(TypePaths, DegradeWhereTheTypeDoesNotFit) {
  ForkTypes t;
  EXPECT_EQ(t.path(t.forks, 42, 4), "[0]+42");        // across two members
  EXPECT_EQ(t.path(t.fork, 96 + 4, 40), "[2].lock");  // a heap array of forks
  EXPECT_EQ(t.path(0, 12, 4), "+12");
}

TEST(TypePaths, ScalarAtAnOffset) {
  ForkTypes t;
  EXPECT_EQ(scalar_at(t.b.p, t.forks, 96, 4), t.integer);
  EXPECT_EQ(scalar_at(t.b.p, t.forks, 45, 1), t.character);
  EXPECT_EQ(scalar_at(t.b.p, t.forks, 96, 48), 0u);
  EXPECT_EQ(scalar_at(t.b.p, t.forks, 97, 2), 0u);
}

TEST(FormatValue, AsTheSourceWouldWriteIt) {
  ProgramBuilder b;
  TypeId i = b.type({Type::Integer, true, 4, "int", 0, 0, {}, {}});
  TypeId u = b.type({Type::Integer, false, 4, "unsigned", 0, 0, {}, {}});
  TypeId ch = b.type({Type::Character, true, 1, "char", 0, 0, {}, {}});
  TypeId e = b.type({Type::Enum, false, 4, "state", 0, 0, {}, {{0, "IDLE"}, {-1, "BROKEN"}}});
  TypeId ptr = b.type({Type::Pointer, false, 8, "int*", 0, 0, {}, {}});
  TypeId d = b.type({Type::Float, true, 8, "double", 0, 0, {}, {}});
  TypeId f = b.type({Type::Float, true, 4, "float", 0, 0, {}, {}});
  TypeId flag = b.type({Type::Boolean, false, 1, "_Bool", 0, 0, {}, {}});
  EXPECT_EQ(format_value(b.p, i, 0xffffffff, 32), "-1");
  EXPECT_EQ(format_value(b.p, u, 0xffffffff, 32), "4294967295");
  EXPECT_EQ(format_value(b.p, ch, 'a', 8), "'a' (97)");
  EXPECT_EQ(format_value(b.p, ch, 0xff, 8), "-1");
  EXPECT_EQ(format_value(b.p, ch, '\'', 8), "'\\'' (39)");
  EXPECT_EQ(format_value(b.p, e, 0, 32), "IDLE");
  EXPECT_EQ(format_value(b.p, e, 0xffffffff, 32), "BROKEN");
  EXPECT_EQ(format_value(b.p, e, 5, 32), "5");
  EXPECT_EQ(format_value(b.p, ptr, 0x10, 64), "0x10");
  EXPECT_EQ(format_value(b.p, ptr, 0, 64), "NULL");
  EXPECT_EQ(format_value(b.p, d, 0x3ff8000000000000, 64), "1.5");
  EXPECT_EQ(format_value(b.p, f, 0x3f000000, 32), "0.5");
  EXPECT_EQ(format_value(b.p, flag, 1, 8), "1");
  EXPECT_EQ(format_value(b.p, 0, 1, 1), "1");
}

ProgramBuilder account() {
  ProgramBuilder b;
  ObjectId balance = b.object("balance");
  b.p.files.push_back("account.c");
  b.procedure("deposit", {32});
  b.p.procedures[0].locals[0].name = "n";
  LocalId t = b.local(32);
  b.load(t, b.at(balance));
  b.store(b.at(balance), b.op(ExprOp::Add, b.l(t), b.l(0)));
  b.ret();
  b.p.procedures[0].code[0].pos = {1, 17, 5};
  b.p.procedures[0].code[0].event = 42;
  return b;
}

TEST(Dump, InstructionsAreNumberedAndPlaced) {
  std::string text = dump(account().p);
  EXPECT_THAT(text, HasSubstr("procedure deposit(i32 n)"));
  EXPECT_THAT(text, HasSubstr("  0: t1 = load i32 balance"));
  EXPECT_THAT(text, HasSubstr("; account.c:17:5 #42\n"));
  EXPECT_THAT(text, HasSubstr("  1: store i32 balance := (t1 + n)\n"));
}

TEST(Dump, SharedTermsAreCutNotWrittenOut) {
  ProgramBuilder b;
  b.procedure("f", {32});
  ExprId e = b.l(0);
  for (int i = 0; i < 200; ++i) e = b.op(ExprOp::Add, e, e);
  EXPECT_LT(dump(b.p, b.p.procedures[0], e).size(), 10000u);
}

TEST(Invariants, HoldForAWellFormedProgram) { EXPECT_NO_THROW(check_invariants(account().p)); }

TEST(Invariants, NameTheInstructionThatBreaksThem) {
  ProgramBuilder wild = account();
  wild.p.procedures[0].code[2] = Instr{};
  wild.p.procedures[0].code[2].kind = InstrKind::Jump;
  wild.p.procedures[0].code[2].target = 3;
  try {
    check_invariants(wild.p);
    FAIL() << "a jump out of the procedure";
  } catch (const InternalError& e) {
    EXPECT_THAT(e.what(), HasSubstr("in deposit at 2"));
  }
}

TEST(Invariants, RefuseWrongWidthsAndUnassignedLocals) {
  ProgramBuilder narrow = account();
  narrow.p.procedures[0].code[1].width = 16;
  EXPECT_THROW(check_invariants(narrow.p), InternalError);

  ProgramBuilder unassigned = account();
  unassigned.p.procedures[0].code[0].kind = InstrKind::Fence;
  unassigned.p.procedures[0].code[0].dst = kNoLocal;
  EXPECT_THROW(check_invariants(unassigned.p), InternalError);

  ProgramBuilder builtin = account();
  builtin.p.procedures[0].code[0] = Instr{};
  builtin.p.procedures[0].code[0].kind = InstrKind::Builtin;
  builtin.p.procedures[0].code[0].builtin = Builtin::MutexLock;
  EXPECT_THROW(check_invariants(builtin.p), InternalError);
}

}  // namespace
}  // namespace heddle::testing
