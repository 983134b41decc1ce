// SPDX-License-Identifier: GPL-3.0-or-later
// cvc5 as a process: its answers, its complaints, its end.
#include "judge/cvc5.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace heddle::judge {

namespace {

using trace::Answer;

TEST(Cvc5, AnswersOneQuestionAfterTheOther) {
  Cvc5 solver(nullptr);
  solver.send("(set-logic QF_BV)(declare-const x (_ BitVec 8))(assert (bvult x #x03))");
  EXPECT_EQ(solver.check(), Answer::Sat);
  solver.send("(push 1)(assert (bvugt x #x10))");
  EXPECT_EQ(solver.check(), Answer::Unsat);
  solver.send("(pop 1)");
  EXPECT_EQ(solver.check(), Answer::Sat);
  EXPECT_EQ(solver.questions(), 3u);
}

TEST(Cvc5, ReadsExpressions) {
  Cvc5 solver(nullptr);
  solver.send("(set-option :produce-models true)(set-logic QF_BV)(declare-const |a (b| (_ BitVec 8))");
  solver.send("(assert (= |a (b| #x2a))");
  ASSERT_EQ(solver.check(), Answer::Sat);
  EXPECT_EQ(solver.ask("(get-value (|a (b|))"), "((|a (b| #b00101010))");
}

TEST(Cvc5, TakesManyCommands) {
  Cvc5 solver(nullptr);
  solver.send("(set-logic QF_BV)(declare-const x (_ BitVec 32))");
  for (int i = 0; i < 20000; ++i) solver.send("(push 1)(assert (= x #x00000000))(pop 1)");
  EXPECT_EQ(solver.check(), Answer::Sat);
}

TEST(Cvc5, SaysWhatItDoesNotUnderstand) {
  Cvc5 solver(nullptr);
  solver.send("(set-logic QF_BV)(assert (nowhere declared))");
  try {
    solver.check();
    FAIL() << "no complaint";
  } catch (const Cvc5Failed& e) {
    EXPECT_NE(std::string(e.what()).find("nowhere"), std::string::npos) << e.what();
  }
  EXPECT_THROW(solver.check(), Cvc5Failed);
}

TEST(Cvc5, EndsWithTheBudget) {
  base::Budget budget({std::chrono::milliseconds(300), 0, 0});
  Cvc5 solver(&budget);
  solver.send("(set-logic QF_BV)(declare-const x (_ BitVec 64))(declare-const y (_ BitVec 64))");
  solver.send("(assert (= (bvmul x y) #x7fffffffffffffe7))(assert (bvugt x #x0000000000000001))");
  solver.send("(assert (bvugt y #x0000000000000001))(assert (bvult x #x0000000100000000))");
  solver.send("(assert (bvult y #x0000000100000000))");
  EXPECT_EQ(solver.check(), Answer::Unknown);
  EXPECT_TRUE(solver.out_of_budget());
  EXPECT_LT(budget.elapsed_seconds(), 5);
  EXPECT_EQ(solver.check(), Answer::Unknown);
}

TEST(Cvc5, MissingIsSaidWithTheCure) {
  std::string path = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  try {
    Cvc5 solver(nullptr);
    ADD_FAILURE() << "started";
  } catch (const Cvc5Failed& e) {
    EXPECT_NE(std::string(e.what()).find("apt-get install cvc5"), std::string::npos) << e.what();
  }
  setenv("PATH", path.c_str(), 1);
}

}  // namespace

}  // namespace heddle::judge
