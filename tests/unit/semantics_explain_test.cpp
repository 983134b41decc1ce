// SPDX-License-Identifier: GPL-3.0-or-later
// Telling an execution of many rounds: folded, and within a budget.
#include "semantics/explain.h"

#include <gtest/gtest.h>

#include <thread>

#include "program_builder.h"
#include "trace/folded_steps.h"

namespace heddle::semantics {
namespace {

using testing::ProgramBuilder;

constexpr unsigned kRounds = 3000;

// for (;;) { i = n; n = i + 1; if (i == kRounds - 1) fail; }
model::Program counting() {
  ProgramBuilder b;
  if (b.p.files.empty()) b.p.files.push_back("");
  model::ObjectId n = b.object("n");
  b.procedure("main");
  model::LocalId i = b.local(32, "i");
  b.load(i, b.at(n));
  b.store(b.at(n), b.op(model::ExprOp::Add, b.l(i), b.c(1)));
  b.branch(b.eq(b.l(i), b.c(kRounds - 1)), 3, 0);
  b.builtin(model::Builtin::AssertFail);
  b.ret();
  model::EventId event = 0;
  for (model::Instr& instr : b.p.procedures[0].code) {
    instr.event = ++event;
    instr.act = instr.kind != model::InstrKind::Branch && instr.kind != model::InstrKind::Return;
  }
  return b.p;
}

std::vector<Move> moves_to_failure(const model::Program& p) {
  Machine machine(p);
  State s = machine.initial(), next;
  std::vector<Move> moves;
  for (;;) {
    Choices choices;
    StepResult r = machine.step(s, 0, choices, next);
    moves.push_back({0, {}, false});
    if (!r.taken || !r.faults.empty()) return moves;
    s.swap(next);
  }
}

std::optional<trace::Violation> explain(const model::Program& p, base::Budget* budget) {
  return explain_fault([&] { return std::make_unique<Machine>(p); }, moves_to_failure(p), "assertion",
                       {nullptr, budget});
}

TEST(semantics_explain, rounds_are_folded_and_the_script_is_whole) {
  model::Program p = counting();
  auto v = explain(p, nullptr);
  ASSERT_TRUE(v);
  EXPECT_LT(v->trace.steps.size(), 20u);
  EXPECT_FALSE(v->trace.gap);
  EXPECT_EQ(trace::folds(v->trace)->taken, 2 * kRounds + 1);
  EXPECT_EQ(v->trace.steps.back().kind, model::EventKind::Error);
  EXPECT_EQ(v->trace.script.acts.size(), 2 * kRounds + 1);
  EXPECT_EQ(v->trace.script.why_not, "");
}

TEST(semantics_explain, an_exceeded_budget_costs_steps_and_not_the_violation) {
  model::Program p = counting();
  base::Budget budget({std::chrono::milliseconds(1), 0, 0});
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  auto v = explain(p, &budget);
  ASSERT_TRUE(v);
  ASSERT_TRUE(v->trace.gap);
  EXPECT_EQ(v->trace.gap->why, "time limit");
  EXPECT_EQ(v->trace.gap->step, 0u);
  ASSERT_FALSE(v->trace.steps.empty());
  EXPECT_EQ(v->trace.steps.back().kind, model::EventKind::Error);
  EXPECT_TRUE(v->trace.script.acts.empty());
  EXPECT_NE(v->trace.script.why_not.find("time limit"), std::string::npos);
  EXPECT_EQ(v->trace.script.expected, trace::Expected::Failure);
}

}  // namespace
}  // namespace heddle::semantics
