// SPDX-License-Identifier: GPL-3.0-or-later
// Terms and answers as engines see them.
#include <gtest/gtest.h>

#include "smt/z3/solver.h"

namespace heddle::smt::z3 {
namespace {

TEST(Z3Test, TermsSayWhatTheyAre) {
  Context c;
  Term x = c.integer_variable("x"), five = c.integer(5);
  EXPECT_TRUE(c.truth(true).is_true());
  EXPECT_FALSE(c.truth(true).is_numeral()) << "a truth value is no number";
  EXPECT_TRUE(c.truth(false).is_false());
  EXPECT_TRUE((five == 5).simplify().is_true());
  EXPECT_TRUE((five > 5).simplify().is_false());
  EXPECT_EQ(five.op(), Op::Numeral);
  EXPECT_EQ(x.op(), Op::Variable);
  EXPECT_EQ((x + five).op(), Op::Add);
  EXPECT_EQ((x + five).size(), 2u);
  EXPECT_TRUE(identical((x + five).arg(1), five));
  EXPECT_EQ((x + five).id(), (x + five).id());
  EXPECT_TRUE(ite(x < 0, five, x).is_ite());
  EXPECT_EQ(c.bits_variable(7, 8).number(), 7u);
  EXPECT_EQ(c.bits_variable(7, 8).width(), 8u);
}

TEST(Z3Test, NumeralsThatFit) {
  Context c;
  uint64_t u = 0;
  int64_t s = 0;
  EXPECT_TRUE(c.integer(~uint64_t{0}).is_numeral(u));
  EXPECT_EQ(u, ~uint64_t{0});
  EXPECT_FALSE(c.integer(-1).is_numeral(u));
  EXPECT_TRUE(c.integer(-1).is_numeral(s));
  EXPECT_EQ(s, -1);
  EXPECT_FALSE(c.integer("18446744073709551616").is_numeral(u));
  EXPECT_FALSE(c.integer_variable("x").is_numeral(u));
  EXPECT_EQ(c.integer(-7).text(), "(- 7)");
}

TEST(Z3Test, TermsAreCopiedAndMoved) {
  Context c;
  Term x = c.integer_variable("x"), y = x;
  Term z = std::move(y);
  y = z;
  z = c.integer(1) + x;
  EXPECT_TRUE(identical(x, y));
  EXPECT_TRUE((z.substitute({x}, {c.integer(2)}) == 3).simplify().is_true());
}

TEST(Z3Test, AnswersAndModels) {
  Context c;
  Solver solver(c);
  Term x = c.integer_variable("x");
  solver.add(x > 3);
  solver.push();
  solver.add(x < 4);
  EXPECT_EQ(solver.check(), Answer::Unsat);
  solver.pop();
  solver.add(x < 5);
  ASSERT_EQ(solver.check(), Answer::Sat);
  EXPECT_EQ(solver.model().value(x).text(), "4");
  solver.reset();
  solver.add(mod(x, c.integer(2)) == 1 && x / c.integer(2) == -2);
  ASSERT_EQ(solver.check(), Answer::Sat);
  EXPECT_EQ(solver.model().value(x).text(), "(- 3)") << "quotients are rounded downwards";
}

TEST(Z3Test, BitVectors) {
  Context c;
  Solver solver(c, Solver::Of::BitVectors, 10000);
  Term b = c.bits_variable(0, 8);
  solver.add(slt(b, 0) && ugt(b, 254));
  ASSERT_EQ(solver.check(), Answer::Sat);
  EXPECT_TRUE((solver.model().value(zext(b, 8)) == 255).simplify().is_true());
  EXPECT_TRUE((low_bits(c.bits(0x1ff, 16), 8) == 0xff).simplify().is_true());
  EXPECT_TRUE((c.bits(200, 8) + c.bits(100, 8) == 44).simplify().is_true());
}

TEST(Z3Test, WhatZ3RefusesIsAnError) {
  Context c;
  EXPECT_THROW(c.integer(1) == c.truth(true), Error);
  EXPECT_THROW(c.integer("one"), Error);
}

}  // namespace
}  // namespace heddle::smt::z3
