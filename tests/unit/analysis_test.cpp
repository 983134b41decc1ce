// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "analysis/analyses.h"
#include "analysis/footprints.h"
#include "analysis/inclusion_graph.h"
#include "analysis/points_to.h"
#include "analysis/prepare.h"
#include "analysis/scopes.h"
#include "program_builder.h"

namespace heddle::testing {
namespace {

using analysis::abstract_site;
using analysis::Analyses;
using analysis::Footprints;
using analysis::PointsTo;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<size_t> list(const base::BitSet& s) {
  std::vector<size_t> all;
  s.each([&](size_t i) { all.push_back(i); });
  return all;
}

// Random constraints "whole includes part" and "if e is in n then node e is included in m", solved the naive way too.
TEST(InclusionGraph, AgreesWithNaiveIteration) {
  constexpr uint32_t kNodes = 12;
  for (unsigned seed = 0; seed < 500; ++seed) {
    std::mt19937 random(seed);
    auto any = [&] { return static_cast<uint32_t>(random() % kNodes); };
    std::vector<std::pair<uint32_t, uint32_t>> elements, edges, loads;
    for (int i = 0; i < 5; ++i) elements.push_back({any(), any()});
    for (int i = 0; i < 8; ++i) edges.push_back({any(), any()});
    for (int i = 0; i < 6; ++i) loads.push_back({any(), any()});

    analysis::InclusionGraph graph;
    for (uint32_t n = 0; n < kNodes; ++n) graph.add_node();
    for (auto [n, e] : elements) graph.add_element(n, e);
    for (auto [n, into] : loads) graph.watch(n, [&graph, into = into](uint32_t e) { graph.include(e, into); });
    for (auto [part, whole] : edges) graph.include(part, whole);
    graph.solve();

    std::vector<std::set<size_t>> naive(kNodes);
    for (auto [n, e] : elements) naive[n].insert(e);
    for (size_t before = 0, after = 1; before != after;) {
      before = after;
      for (auto [part, whole] : edges) naive[whole].insert(naive[part].begin(), naive[part].end());
      for (auto [n, into] : loads)
        for (size_t e : std::set<size_t>(naive[n])) naive[into].insert(naive[e].begin(), naive[e].end());
      after = 1;
      for (const auto& s : naive) after += s.size();
    }
    for (uint32_t n = 0; n < kNodes; ++n)
      EXPECT_THAT(list(graph.set(n)), ::testing::ElementsAreArray(naive[n])) << "seed " << seed << ", node " << n;
  }
}

TEST(PointsTo, AddressesFlowThroughMemoryAndArithmetic) {
  ProgramBuilder b;
  ObjectId x = b.object("x"), y = b.object("y"), cell = b.object("cell", 8);
  b.procedure("f");
  LocalId q = b.pointer("q"), r = b.pointer("r");
  b.store(b.at(cell), b.op(ExprOp::PtrAdd, b.at(x), b.c(4, 64)));
  b.load(q, b.at(cell));
  b.assign({{r, b.p.exprs.select(b.eq(b.l(q), b.at(y)), b.l(q), b.null())}});
  b.ret();
  PointsTo pt(b.p);
  EXPECT_THAT(list(pt.objects(0, b.l(q))), ElementsAre(x));
  EXPECT_THAT(list(pt.objects(0, b.l(r))), ElementsAre(x));  // the comparison with &y gives no address
  EXPECT_THAT(list(pt.objects(0, b.op(ExprOp::And, b.l(q), b.c(~7ull, 64)))), ElementsAre(x));
  EXPECT_THAT(list(pt.objects(0, b.null())), IsEmpty());
  EXPECT_TRUE(pt.may_be_shared(x));
  EXPECT_FALSE(pt.may_be_shared(y));
}

TEST(PointsTo, CopiesMoveContents) {
  ProgramBuilder b;
  ObjectId x = b.object("x"), from = b.object("from", 16), to = b.object("to", 16);
  b.p.objects[from].relocations.push_back({8, false, x, 0});
  b.procedure("f");
  LocalId q = b.pointer();
  b.copy(b.at(to), b.at(from), 16);
  b.load(q, b.at(to));
  b.ret();
  EXPECT_THAT(list(PointsTo(b.p).objects(0, b.l(q))), ElementsAre(x));
}

TEST(PointsTo, CallsThroughPointersAreResolvedOnTheFly) {
  ProgramBuilder b;
  ObjectId x = b.object("x"), table = b.object("table", 8);
  ProcId identity = b.procedure("identity", {64}, 64);
  b.ret(b.l(0));
  ProcId other = b.procedure("other", {64}, 64);
  b.ret(b.null());
  b.p.objects[table].relocations.push_back({0, true, identity, 0});
  ProcId f = b.procedure("f");
  LocalId fp = b.pointer(), r = b.pointer();
  b.load(fp, b.at(table));
  b.call_pointer(b.l(fp), {b.at(x)}, r);
  b.ret();
  PointsTo pt(b.p);
  EXPECT_THAT(pt.targets(f, b.l(fp)), ElementsAre(identity));
  EXPECT_THAT(list(pt.objects(f, b.l(r))), ElementsAre(x));
  EXPECT_THAT(list(pt.objects(other, b.p.exprs.local(0, 64))), IsEmpty());
}

TEST(PointsTo, ThreadArgumentsAndResults) {
  ProgramBuilder b;
  ObjectId handle = b.object("handle", 8), x = b.object("x"), result = b.object("result", 8);
  SiteId block = b.site("malloc", Site::Heap);
  ProcId worker = b.procedure("worker", {64}, 64);
  LocalId m = b.pointer();
  b.builtin(Builtin::Malloc, {b.c(8, 64)}, m, block);
  b.branch(b.eq(b.l(0), b.null()), 2, 3);
  b.builtin(Builtin::ThreadExit, {b.l(0)});
  b.ret(b.l(m));
  ProcId main = b.procedure("main");
  LocalId r = b.pointer();
  b.create(b.at(handle), b.fn(worker), b.at(x));
  b.builtin(Builtin::ThreadJoin, {b.c(2, 64), b.at(result)});
  b.load(r, b.at(result));
  b.ret();
  PointsTo pt(b.p);
  EXPECT_THAT(list(pt.objects(worker, b.p.exprs.local(0, 64))), ElementsAre(x));
  EXPECT_THAT(list(pt.objects(main, b.p.exprs.local(r, 64))), ElementsAre(x, abstract_site(b.p, block)));
}

TEST(PointsTo, UnmodelledCallsMayMixWhateverEscaped) {
  ProgramBuilder b;
  ObjectId x = b.object("x", 8), y = b.object("y", 8), hidden = b.object("hidden", 8);
  b.procedure("f");
  LocalId q = b.pointer(), r = b.pointer(), h = b.pointer();
  b.builtin(Builtin::Unmodelled, {b.at(x), b.at(y)}, r);
  b.load(q, b.at(x));
  b.load(h, b.at(hidden));
  b.ret();
  PointsTo pt(b.p);
  EXPECT_THAT(list(pt.objects(0, b.l(q))), ElementsAre(x, y));
  EXPECT_THAT(list(pt.objects(0, b.l(r))), ElementsAre(x, y));
  EXPECT_THAT(list(pt.objects(0, b.l(h))), IsEmpty());
  EXPECT_THAT(list(pt.escaped_objects()), ElementsAre(x, y));
}

TEST(Footprints, FutureShrinksAlongTheProgram) {
  ProgramBuilder b;
  ObjectId x = b.object("x"), y = b.object("y"), table = b.object("table"), m = b.object("m", 40);
  b.p.objects[table].constant = true;
  b.procedure("f");
  LocalId t = b.local(32);
  b.load(t, b.at(x));                          // 0
  b.load(t, b.at(table));                      // 1: constants do not matter
  b.store(b.at(y), b.l(t));                    // 2
  b.builtin(Builtin::MutexUnlock, {b.at(m)});  // 3
  b.ret();                                     // 4
  Analyses all(b.p);
  const Footprints& fp = all.footprints();
  EXPECT_THAT(list(fp.future(0, 0).reads), ElementsAre(x, m));
  EXPECT_THAT(list(fp.future(0, 0).writes), ElementsAre(y, m));
  EXPECT_THAT(list(fp.future(0, 1).reads), ElementsAre(m));
  EXPECT_THAT(list(fp.future(0, 3).writes), ElementsAre(m));
  EXPECT_THAT(list(fp.future(0, 4).writes), IsEmpty());
}

TEST(Footprints, LoopsCallsRecursionAndThreads) {
  ProgramBuilder b;
  ObjectId x = b.object("x"), y = b.object("y"), handle = b.object("handle", 8);
  ProcId even = 0, odd = 1;
  b.procedure("even", {32});
  b.store(b.at(x), b.c(1));
  b.call(odd, {b.l(0)});
  b.ret();
  b.procedure("odd", {32});
  LocalId t = b.local(32);
  b.load(t, b.at(y));
  b.call(even, {b.l(0)});
  b.ret();
  ProcId worker = b.procedure("worker", {64}, 64);
  b.call(odd, {b.c(3)});
  b.ret(b.null());
  ProcId main = b.procedure("main");
  b.create(b.at(handle), b.fn(worker), b.null());  // 0
  b.builtin(Builtin::Yield);                       // 1
  b.jump(1);                                       // 2
  Analyses all(b.p);
  const Footprints& fp = all.footprints();
  EXPECT_THAT(list(fp.future(odd, 0).writes), ElementsAre(x));
  EXPECT_THAT(list(fp.future(even, 1).reads), ElementsAre(y));
  EXPECT_THAT(list(fp.future(main, 0).writes), ElementsAre(x, handle));
  EXPECT_THAT(list(fp.future(main, 0).reads), ElementsAre(y));
  EXPECT_THAT(list(fp.future(main, 1).writes), IsEmpty());
}

TEST(Footprints, ThreadExitProcedureIsAheadEverywhere) {
  ProgramBuilder b;
  ObjectId key = b.object("key");
  b.p.thread_exit = b.procedure("destructors");
  b.store(b.at(key), b.c(0));
  b.ret();
  ProcId f = b.procedure("f");
  b.ret();
  EXPECT_THAT(list(Analyses(b.p).footprints().future(f, 0).writes), ElementsAre(key));
}

TEST(Footprints, SharedStackObjectsAreWrittenWhenTheirFrameEnds) {
  ProgramBuilder b;
  ObjectId handle = b.object("handle", 8);
  SiteId shared = b.site("shared", Site::Stack), own = b.site("own", Site::Stack);
  ProcId worker = b.procedure("worker", {64}, 64);
  b.ret(b.null());
  ProcId f = b.procedure("f");
  LocalId s = b.pointer(), o = b.pointer();
  b.alloca_(s, shared);
  b.alloca_(o, own);
  b.create(b.at(handle), b.fn(worker), b.l(s));
  b.ret();
  EXPECT_THAT(list(Analyses(b.p).footprints().future(f, 3).writes), ElementsAre(abstract_site(b.p, shared)));
}

Instr scope_end(ProgramBuilder& b, LocalId variable) {
  Instr i;
  i.kind = InstrKind::ScopeEnd;
  i.args = {b.l(variable)};
  return i;
}

TEST(Scopes, EndsThatNobodyNoticesAreTakenOut) {
  ProgramBuilder b;
  SiteId site = b.site("v", Site::Stack);
  ProcId f = b.procedure("f");
  LocalId v = b.pointer(), n = b.local(32);
  b.alloca_(v, site);
  b.store(b.l(v), b.c(1));
  b.load(n, b.l(v));
  b.emit(scope_end(b, v));
  b.branch(b.eq(b.l(n), b.c(1)), 0, 5);
  b.ret();
  analysis::settle_scopes(b.p, PointsTo(b.p));
  const std::vector<Instr>& code = b.p.procedures[f].code;
  ASSERT_EQ(code.size(), 5u);
  EXPECT_TRUE(code[0].forgotten);
  EXPECT_EQ(code[3].kind, InstrKind::Branch);
  EXPECT_EQ(code[3].target, 0u);
  EXPECT_EQ(code[3].target2, 4u);
}

TEST(Scopes, AnEndIsKeptWhereALocalStillHasTheAddress) {
  ProgramBuilder b;
  SiteId site = b.site("v", Site::Stack);
  ProcId f = b.procedure("f");
  LocalId v = b.pointer(), kept = b.pointer(), n = b.local(32);
  b.assign({{kept, b.null()}});
  b.alloca_(v, site);
  b.assign({{kept, b.l(v)}});
  b.emit(scope_end(b, v));
  b.load(n, b.l(kept));
  b.branch(b.eq(b.l(n), b.c(1)), 1, 6);
  b.ret();
  analysis::settle_scopes(b.p, PointsTo(b.p));
  const std::vector<Instr>& code = b.p.procedures[f].code;
  ASSERT_EQ(code.size(), 7u);
  EXPECT_EQ(code[3].kind, InstrKind::ScopeEnd);
  EXPECT_TRUE(code[1].forgotten);  // what was there before is in `kept`, which is assigned before it is read again
}

TEST(Scopes, AnEndIsKeptWhereMemoryHasTheAddress) {
  ProgramBuilder b;
  ObjectId global = b.object("g", 8);
  SiteId site = b.site("v", Site::Stack);
  ProcId f = b.procedure("f");
  LocalId v = b.pointer();
  b.alloca_(v, site);
  b.store(b.at(global), b.l(v));
  b.emit(scope_end(b, v));
  b.ret();
  analysis::settle_scopes(b.p, PointsTo(b.p));
  const std::vector<Instr>& code = b.p.procedures[f].code;
  ASSERT_EQ(code.size(), 4u);
  EXPECT_EQ(code[2].kind, InstrKind::ScopeEnd);
  EXPECT_FALSE(code[0].forgotten);
}

TEST(Scopes, AVariableThatSynchronisesIsNewEachTime) {
  ProgramBuilder b;
  SiteId site = b.site("m", Site::Stack);
  ProcId f = b.procedure("f");
  LocalId m = b.pointer();
  b.alloca_(m, site, 40);
  Instr lock;
  lock.kind = InstrKind::Builtin;
  lock.builtin = Builtin::MutexLock;
  lock.args = {b.l(m)};
  b.emit(lock);
  b.jump(0);
  analysis::settle_scopes(b.p, PointsTo(b.p));
  EXPECT_FALSE(b.p.procedures[f].code[0].forgotten);
}

TEST(Scopes, AProcedureThatCallsItselfForgetsNothing) {
  ProgramBuilder b;
  SiteId site = b.site("v", Site::Stack);
  ProcId f = b.procedure("f");
  LocalId v = b.pointer();
  b.alloca_(v, site);
  b.store(b.l(v), b.c(1));
  Instr call;
  call.kind = InstrKind::Call;
  call.callee = f;
  b.emit(call);
  b.ret();
  analysis::settle_scopes(b.p, PointsTo(b.p));
  EXPECT_FALSE(b.p.procedures[f].code[0].forgotten);
}

TEST(Footprints, SectionEndsAtTheMatchingEnd) {
  ProgramBuilder b;
  ObjectId x = b.object("x"), y = b.object("y"), z = b.object("z");
  ProcId callee = b.procedure("callee");
  b.builtin(Builtin::AtomicBegin);
  b.store(b.at(y), b.c(1));
  b.builtin(Builtin::AtomicEnd);
  b.ret();
  ProcId f = b.procedure("f");
  b.builtin(Builtin::AtomicBegin);  // 0
  b.builtin(Builtin::AtomicBegin);  // 1
  b.store(b.at(x), b.c(1));         // 2
  b.builtin(Builtin::AtomicEnd);    // 3
  b.call(callee);                   // 4
  b.builtin(Builtin::AtomicEnd);    // 5
  b.store(b.at(z), b.c(1));         // 6
  b.ret();                          // 7
  Analyses all(b.p);
  const Footprints& fp = all.footprints();
  EXPECT_FALSE(fp.section_is_open(f, 0));
  EXPECT_THAT(list(fp.section(f, 0).writes), ElementsAre(x, y));
  EXPECT_FALSE(fp.section_is_open(f, 1));
  EXPECT_THAT(list(fp.section(f, 1).writes), ElementsAre(x));
}

TEST(Footprints, SectionsThatLeaveTheirProcedureAreOpen) {
  ProgramBuilder b;
  ObjectId x = b.object("x"), y = b.object("y");
  ProcId lock = b.procedure("lock");
  b.builtin(Builtin::AtomicBegin);
  b.ret();
  ProcId f = b.procedure("f");
  b.builtin(Builtin::AtomicBegin);  // 0
  b.store(b.at(x), b.c(1));         // 1
  b.call(lock);                     // 2: one level deeper from here
  b.builtin(Builtin::AtomicEnd);    // 3
  b.store(b.at(y), b.c(1));         // 4
  b.builtin(Builtin::AtomicEnd);    // 5
  b.ret();
  Analyses all(b.p);
  const Footprints& fp = all.footprints();
  EXPECT_TRUE(fp.section_is_open(lock, 0));
  EXPECT_TRUE(fp.section_is_open(f, 0));
  EXPECT_THAT(list(fp.section(f, 0).writes), ElementsAre(x, y));
}

TEST(LiveObjects, OnlyAWholeStoreKills) {
  ProgramBuilder b;
  ObjectId x = b.object("x"), pair = b.object("pair", 8);
  b.procedure("f");
  LocalId t = b.local(32);
  b.store(b.at(x), b.c(0));     // 0
  b.store(b.at(pair), b.c(0));  // 1: only the first half
  b.load(t, b.at(x));           // 2
  b.load(t, b.at(pair));        // 3
  b.ret();                      // 4
  Analyses all(b.p);
  const Footprints& fp = all.footprints();
  EXPECT_THAT(list(fp.live(0, 0)), ElementsAre(pair));
  EXPECT_THAT(list(fp.live(0, 1)), ElementsAre(x, pair));
  EXPECT_THAT(list(fp.live(0, 3)), ElementsAre(pair));
  EXPECT_THAT(list(fp.live(0, 4)), IsEmpty());
}

TEST(LiveObjects, AStoreThroughAPointerKillsNothing) {
  ProgramBuilder b;
  ObjectId x = b.object("x"), cell = b.object("cell", 8);
  b.p.objects[cell].relocations.push_back({0, false, x, 0});
  b.procedure("f");
  LocalId q = b.pointer(), t = b.local(32);
  b.load(q, b.at(cell));    // 0
  b.store(b.l(q), b.c(0));  // 1
  b.load(t, b.l(q));        // 2
  b.ret();
  Analyses all(b.p);
  const Footprints& fp = all.footprints();
  EXPECT_THAT(list(fp.live(0, 0)), ElementsAre(x, cell));
  EXPECT_THAT(list(fp.live(0, 1)), ElementsAre(x));
}

TEST(LiveObjects, CallsAndThreadsReadForTheirCaller) {
  ProgramBuilder b;
  ObjectId x = b.object("x"), y = b.object("y"), handle = b.object("handle", 8);
  ProcId callee = b.procedure("callee");
  LocalId t = b.local(32);
  b.store(b.at(x), b.c(0));
  b.load(t, b.at(x));
  b.ret();
  ProcId worker = b.procedure("worker", {64}, 64);
  LocalId u = b.local(32);
  b.store(b.at(y), b.c(0));
  b.load(u, b.at(y));
  b.ret(b.null());
  ProcId main = b.procedure("main");
  LocalId v = b.local(32);
  b.call(callee);                                  // 0: writes x before reading it
  b.create(b.at(handle), b.fn(worker), b.null());  // 1: runs beside what follows
  b.store(b.at(y), b.c(1));                        // 2
  b.load(v, b.at(x));                              // 3
  b.ret();                                         // 4
  Analyses all(b.p);
  const Footprints& fp = all.footprints();
  EXPECT_THAT(list(fp.live(callee, 0)), IsEmpty());
  EXPECT_THAT(list(fp.live(main, 1)), ElementsAre(x, y));  // y for the worker, although main overwrites it later
  EXPECT_THAT(list(fp.live(main, 2)), ElementsAre(x));
  EXPECT_THAT(list(fp.live(main, 0)), ElementsAre(x, y));  // no kill through the call
  EXPECT_THAT(list(fp.live(main, 4)), IsEmpty());
}

TEST(LiveObjects, ThreadEndsReadForTheirThread) {
  ProgramBuilder b;
  ObjectId key = b.object("key"), own = b.object("own");
  b.p.objects[own].thread_local_ = true;
  b.p.thread_exit = b.procedure("destructors");
  LocalId t = b.local(32);
  b.load(t, b.at(key));
  b.ret();
  ProcId f = b.procedure("f");
  LocalId u = b.local(32);
  b.load(u, b.at(own));  // thread-local objects are not in the set
  b.builtin(Builtin::ThreadExit, {b.null()});
  Analyses all(b.p);
  const Footprints& fp = all.footprints();
  EXPECT_THAT(list(fp.live(f, 0)), ElementsAre(key));
}

// Whatever is asked, in whatever order: points-to is computed once, or twice where an unmodelled call makes a
// difference.
TEST(Analyses, ComputeEachFactOnce) {
  for (bool unmodelled : {false, true}) {
    ProgramBuilder b;
    ObjectId x = b.object("x", 8);
    b.procedure("main");
    Instr call;
    call.kind = InstrKind::Builtin;
    call.builtin = unmodelled ? Builtin::Unmodelled : Builtin::Yield;
    b.emit(call);
    b.store(b.at(x), b.c(1, 64));
    b.ret();
    const uint64_t before = PointsTo::made();
    std::unique_ptr<Analyses> all = analysis::prepare(b.p);
    const Footprints* footprints = &all->footprints();
    all->visible();
    all->lock_words();
    all->points_to_if_modelled();
    EXPECT_EQ(&all->footprints(), footprints);
    EXPECT_EQ(&all->points_to() == &all->points_to_if_modelled(), !unmodelled);
    Analyses alike(b.p, *all);
    EXPECT_EQ(&alike.points_to_if_modelled(), &all->points_to_if_modelled());
    EXPECT_EQ(PointsTo::made() - before, unmodelled ? 2u : 1u);
  }
}

TEST(Analyses, StopWhenTheBudgetIsSpent) {
  ProgramBuilder b;
  ObjectId x = b.object("x", 8);
  b.procedure("main");
  for (int k = 0; k < 200; ++k) b.store(b.at(x), b.c(1, 64));
  b.ret();
  std::atomic<bool> interrupted = true;
  base::Budget spent({}, &interrupted), open({});
  Analyses all(b.p, analysis::Patience(&spent));
  EXPECT_THROW(all.points_to(), analysis::OutOfBudget);
  all.pay_from(&open);
  EXPECT_TRUE(all.points_to().objects(0, b.at(x)).has(x));
  all.pay_from(&spent);
  EXPECT_THROW(all.footprints(), analysis::OutOfBudget);
}

}  // namespace
}  // namespace heddle::testing
