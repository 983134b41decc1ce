// SPDX-License-Identifier: GPL-3.0-or-later
// The transaction graph on small programs, among them Figure 1 of the paper, state by state.
#include "transactions/picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program_builder.h"

using namespace heddle;
using namespace heddle::model;
using heddle::testing::ProgramBuilder;
using ::testing::HasSubstr;
using transactions::Facts;
using transactions::NodeId;
using transactions::Picture;
using transactions::Place;

namespace {

struct World : ProgramBuilder {
  World() { p.procedures.reserve(16); }

  Pc add(ObjectId o, uint64_t n) {
    Instr i;
    i.kind = InstrKind::Rmw;
    i.rmw = RmwOp::Add;
    i.order = MemoryOrder::SeqCst;
    i.width = 32;
    i.dst = local(32);
    i.a = at(o);
    i.b = c(n);
    return emit(i);
  }
  // A thread: `n` and `m` are added to the object, and then it is compared with `least`.
  ProcId adder(const std::string& name, ObjectId o, uint64_t n, uint64_t m, uint64_t least) {
    const ProcId f = procedure(name, {64}, 64);
    add(o, n);
    add(o, m);
    const LocalId seen = local(32);
    load(seen, at(o));
    branch(p.exprs.binary(ExprOp::Sle, 1, c(least), l(seen)), 4, 4);
    ret(null());
    return f;
  }
  // main starts these threads, joins them, and ends.
  void main_of(const std::vector<ProcId>& threads) {
    p.entry = procedure("main");
    std::vector<LocalId> handles;
    for (ProcId f : threads) {
      handles.push_back(pointer());
      alloca_(handles.back(), site("handle", Site::Stack), 8);
      create(l(handles.back()), fn(f), null());
    }
    for (LocalId h : handles) {
      const LocalId t = pointer();
      load(t, l(h));
      builtin(Builtin::ThreadJoin, {l(t), null()});
    }
    builtin(Builtin::Exit, {c(0)});
  }
};

// The state in terms of instructions of threads 1 and 2: "12" is instruction 1 and instruction 2; "e" is the end, "-"
// not started.
std::string name(const Facts& facts, const Picture::Vertex& v) {
  const transactions::Graph& g = *facts.graph();
  std::string out;
  for (size_t t = 1; t < g.skeleton().threads().size(); ++t) {
    const NodeId n = g.states()[v.state].at[t];
    const bool end = n != transactions::kNotStarted && g.skeleton().nodes()[n].kind == transactions::Node::End;
    out += n == transactions::kNotStarted ? "-" : end ? "e" : std::to_string(g.skeleton().nodes()[n].pc);
  }
  return out;
}

// "from -thread-> to" for each edge between states in which both threads are there and main waits.
std::set<std::string> edges(const Facts& facts, bool all) {
  std::set<std::string> out;
  const Picture picture(facts);
  for (const Picture::Vertex& v : picture.vertices)
    for (const Picture::Edge& e : v.next) {
      if (!all && (!v.kept || !e.kept)) continue;
      const std::string from = name(facts, v), to = name(facts, picture.vertices[e.to]);
      if (e.thread > 0 && from.find('-') == std::string::npos)
        out.insert(from + " " + std::to_string(e.thread) + " " + to);
    }
  return out;
}

}  // namespace

TEST(Figure1, TheGraphIsTheOneOfTheText) {
  World w;
  const ObjectId sh = w.object("sh");
  const ProcId t1 = w.adder("T1", sh, 1, 1, 2), t2 = w.adder("T2", sh, 2, 3, 6);
  w.main_of({t1, t2});
  check_invariants(w.p);
  const analysis::Analyses analyses(w.p);
  const Facts facts(analyses);
  ASSERT_EQ(facts.no_graph(), "");

  // a1, a2, a3 and b1, b2, b3 are instructions 0, 1, 2; a4 and b4 are the ends. Figure 1(b): both threads may go on,
  // except in (a3, b3), where two reads follow.
  const std::set<std::string> full{"00 1 10", "00 2 01", "01 1 11", "01 2 02", "02 1 12", "02 2 0e", "0e 1 1e",  //
                                   "10 1 20", "10 2 11", "11 1 21", "11 2 12", "12 1 22", "12 2 1e", "1e 1 2e",  //
                                   "20 1 e0", "20 2 21", "21 1 e1", "21 2 22", "22 1 e2", "2e 1 ee",             //
                                   "e0 2 e1", "e1 2 e2", "e2 2 ee"};
  EXPECT_EQ(edges(facts, true), full);

  // Figure 1(c), as the text derives it: both go on from (a1, b1), (a1, b2) and (a1, b3); T1 alone wherever it has
  // executed a1; T2 alone where T1 has ended.
  const std::set<std::string> reduced{"00 1 10", "00 2 01", "01 1 11", "01 2 02", "02 1 12", "02 2 0e", "0e 1 1e",  //
                                      "10 1 20", "11 1 21", "12 1 22", "1e 1 2e",                                   //
                                      "20 1 e0", "21 1 e1", "22 1 e2", "2e 1 ee",                                   //
                                      "e0 2 e1", "e1 2 e2", "e2 2 ee"};
  EXPECT_EQ(edges(facts, false), reduced);

  // The ranges of the text: 2, 4 and 7 at (a3, b1), (a3, b2) and (a3, b3).
  const std::string text = transactions::text(facts, w.p);
  for (const char* value : {"sh = 2", "sh = 4", "sh = 7"}) EXPECT_THAT(text, HasSubstr(value));

  // Only the order of a1 matters.
  const std::set<std::pair<Place, Place>> pairs{{{t1, 0}, {t2, 0}}, {{t1, 0}, {t2, 1}}, {{t1, 0}, {t2, 2}}};
  EXPECT_EQ(facts.sensitivity()->pairs(), pairs);
  EXPECT_TRUE(facts.sensitive({t2, 2}, {t1, 0}));
  EXPECT_FALSE(facts.sensitive({t1, 1}, {t2, 1}));
  EXPECT_TRUE(facts.noticed({t1, 0}));
  EXPECT_FALSE(facts.noticed({t1, 1}));
  EXPECT_THAT(transactions::dot(facts, w.p), HasSubstr("style=dashed"));
}

TEST(Facts, AGraphThatIsAskedForLater) {
  World w;
  const ObjectId sh = w.object("sh");
  const ProcId t1 = w.adder("T1", sh, 1, 1, 2), t2 = w.adder("T2", sh, 2, 3, 6);
  w.main_of({t1, t2});
  const analysis::Analyses analyses(w.p);
  Facts facts(analyses, {}, Facts::Begin::WithoutGraph);
  EXPECT_TRUE(facts.sensitive({t1, 1}, {t2, 1}));
  EXPECT_TRUE(facts.noticed({t1, 1}));
  const Facts::Free none = [](const Place&) { return false; };
  EXPECT_FALSE(facts.add_graph({}, 5, none));
  EXPECT_TRUE(facts.may_have_graph());
  EXPECT_TRUE(facts.noticed({t1, 1}));
  EXPECT_TRUE(facts.add_graph({}, 1000, none));
  EXPECT_FALSE(facts.may_have_graph());
  EXPECT_FALSE(facts.sensitive({t1, 1}, {t2, 1}));
  EXPECT_FALSE(facts.noticed({t1, 1}));
  EXPECT_TRUE(facts.noticed({t1, 0}));

  Facts other(analyses, {}, Facts::Begin::WithoutGraph);  // no gain: all stays as it is
  EXPECT_FALSE(other.add_graph({}, 1000, [](const Place&) { return true; }));
  EXPECT_FALSE(other.may_have_graph());
  EXPECT_TRUE(other.noticed({t1, 1}));
}

TEST(Graph, EachStateIsVisitedOnceInARound) {
  World w;
  const ObjectId sh = w.object("sh");
  const ProcId t1 = w.adder("T1", sh, 1, 1, 2), t2 = w.adder("T2", sh, 2, 3, 6);
  w.main_of({t1, t2});
  const analysis::Analyses analyses(w.p);
  const Facts facts(analyses);
  EXPECT_EQ(facts.graph()->visits(), facts.graph()->rounds() * facts.graph()->states().size());
}

TEST(Relevance, OnlyWhatAConditionSees) {
  World w;
  const ObjectId flag = w.object("flag"), count = w.object("count"), copy = w.object("copy"), odd = w.object("odd");
  const ProcId f = w.procedure("f", {64}, 64);
  w.add(count, 1);
  LocalId v = w.local(32);
  w.load(v, w.at(flag));
  w.store(w.at(copy), w.l(v));
  w.store(w.at(odd), w.p.exprs.intern({ExprOp::Undef, 32, 0, 0, 0, 0}));
  const LocalId seen = w.local(32);
  w.load(seen, w.at(copy));
  w.branch(w.eq(w.l(seen), w.c(3)), 6, 6);
  w.ret(w.null());
  w.main_of({f, f});
  const analysis::Analyses analyses(w.p);
  const transactions::Relevance r(analyses);
  EXPECT_TRUE(r.relevant(copy));
  EXPECT_TRUE(r.relevant(flag));  // through copy
  EXPECT_FALSE(r.relevant(count));
  EXPECT_TRUE(r.relevant(odd));  // whether it is initialised may matter
  EXPECT_TRUE(r.plain(count));
  EXPECT_FALSE(r.plain(odd));
}

TEST(Graph, LocksAndJoinsKeepApart) {
  World w;
  const ObjectId x = w.object("x"), m = w.object("m", 40);
  auto locked = [&](const std::string& name) {
    const ProcId f = w.procedure(name, {64}, 64);
    w.builtin(Builtin::MutexLock, {w.at(m)});
    const LocalId v = w.local(32);
    w.load(v, w.at(x));
    w.store(w.at(x), w.op(ExprOp::Add, w.l(v), w.c(1)));
    w.builtin(Builtin::MutexUnlock, {w.at(m)});
    w.branch(w.eq(w.l(v), w.c(0)), 5, 5);
    w.ret(w.null());
    return f;
  };
  const ProcId f = locked("f"), g = locked("g");
  w.main_of({f, g});
  Instr exit = w.p.procedures[w.p.entry].code.back();
  w.p.procedures[w.p.entry].code.pop_back();
  const Pc last = w.store(w.at(x), w.c(0));
  w.emit(exit);
  const analysis::Analyses analyses(w.p);
  const Facts facts(analyses);
  ASSERT_EQ(facts.no_graph(), "");
  EXPECT_FALSE(facts.may_meet({f, 1}, {g, 2}));
  EXPECT_FALSE(facts.may_meet({f, 2}, {g, 2}));
  EXPECT_TRUE(facts.may_meet({f, 0}, {g, 3}));
  EXPECT_TRUE(facts.sensitive({f, 0}, {g, 3}));  // locks are no plain memory
  EXPECT_FALSE(facts.may_meet({f, 2}, {w.p.entry, last}));
}

// main leaves while the others run, or stops at an assumption: what they do they may have done before.
TEST(Graph, TheEndOfTheExecutionEndsOneThreadOnly) {
  for (const bool assumes : {false, true}) {
    World w;
    const ObjectId x = w.object("x");
    const ProcId f = w.adder("f", x, 1, 1, 2), g = w.adder("g", x, 2, 3, 6);
    w.main_of({f, g});
    std::vector<Instr>& main = w.p.procedures[w.p.entry].code;
    const Instr exit = main.back();
    while (main.back().kind != InstrKind::Builtin || main.back().builtin != Builtin::ThreadCreate) main.pop_back();
    if (assumes) w.builtin(Builtin::Assume, {w.p.exprs.constant(0, 1)});
    w.emit(exit);
    const analysis::Analyses analyses(w.p);
    const Facts facts(analyses);
    ASSERT_EQ(facts.no_graph(), "");
    EXPECT_TRUE(facts.may_meet({f, 2}, {g, 2}));
    EXPECT_TRUE(facts.sensitive({f, 0}, {g, 0}));
    // Whoever may go on does so, or somebody else.
    const transactions::Graph& graph = *facts.graph();
    for (const transactions::State& s : graph.states()) EXPECT_EQ(graph.turns(s).empty(), s.next.empty());
  }
}

TEST(Graph, WhatTheValuesExcludeIsSlicedAndTheRestBuiltAgain) {
  World w;
  const ObjectId never = w.object("never"), x = w.object("x");
  const ProcId f = w.procedure("f", {64}, 64);
  const LocalId v = w.local(32);
  w.load(v, w.at(never));
  w.branch(w.eq(w.l(v), w.c(7)), 2, 3);
  w.store(w.at(x), w.c(1));
  w.ret(w.null());
  const ProcId g = w.procedure("g", {64}, 64);
  w.store(w.at(never), w.c(0));
  w.store(w.at(x), w.c(2));
  const LocalId u = w.local(32);
  w.load(u, w.at(x));
  w.branch(w.eq(w.l(u), w.c(2)), 4, 4);
  w.ret(w.null());
  w.main_of({f, g});
  const analysis::Analyses analyses(w.p);
  const Facts facts(analyses);
  ASSERT_EQ(facts.no_graph(), "");
  EXPECT_GT(facts.graph()->rounds(), 1u);
  EXPECT_FALSE(facts.may_meet({f, 2}, {g, 1}));
  // nobody else touches x any more: the store of g goes on with its thread
  for (const transactions::State& s : facts.graph()->states())
    for (NodeId n : s.at)
      if (n != transactions::kNotStarted) {
        const transactions::Node& node = facts.graph()->skeleton().nodes()[n];
        EXPECT_FALSE(node.proc == f && node.pc == 2 && node.kind == transactions::Node::Instr);
      }
}

TEST(Graph, LoopsAreWidenedAndEverybodyGetsATurn) {
  World w;
  const ObjectId x = w.object("x"), y = w.object("y");
  const ProcId f = w.procedure("f", {64}, 64);
  const LocalId v = w.local(32);
  w.add(x, 1);
  w.load(v, w.at(x));
  w.branch(w.p.exprs.binary(ExprOp::Slt, 1, w.l(v), w.c(100)), 0, 3);
  w.store(w.at(y), w.c(1));
  w.ret(w.null());
  const ProcId g = w.procedure("g", {64}, 64);
  w.add(x, 5);
  const LocalId u = w.local(32);
  w.load(u, w.at(y));
  w.branch(w.eq(w.l(u), w.c(1)), 3, 3);
  w.ret(w.null());
  w.main_of({f, g});
  const analysis::Analyses analyses(w.p);
  const Facts facts(analyses);
  ASSERT_EQ(facts.no_graph(), "");
  EXPECT_TRUE(facts.may_meet({f, 3}, {g, 1}));
  EXPECT_TRUE(facts.sensitive({f, 3}, {g, 1}));
  EXPECT_TRUE(facts.sensitive({f, 0}, {g, 0}));
}

TEST(Graph, RecursionHasNone) {
  World w;
  const ObjectId x = w.object("x");
  const ProcId f = w.procedure("f", {64}, 64);
  w.store(w.at(x), w.c(1));
  w.call(f, {w.null()}, kNoLocal);
  w.ret(w.null());
  w.main_of({f});
  const analysis::Analyses analyses(w.p);
  const Facts facts(analyses);
  EXPECT_THAT(facts.no_graph(), HasSubstr("recursion"));
  EXPECT_EQ(facts.graph(), nullptr);
  EXPECT_THAT(transactions::text(facts, w.p), HasSubstr("no transaction graph"));
}
