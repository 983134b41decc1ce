// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/order/held_bits.h"

#include <gtest/gtest.h>

using heddle::order::each_position;
using heddle::order::HeldBits;
using heddle::smt::Bits;
using heddle::smt::Circuit;
using heddle::smt::kFalse;
using heddle::smt::kTrue;
using heddle::smt::OrderSolver;

namespace {

HeldBits holding(uint64_t position, uint8_t value) {
  HeldBits h;
  h.note(position, Circuit::constant(value, 8), 0, kFalse);
  return h;
}

TEST(HeldBits, KeepsPositionsApart) {
  HeldBits h = holding(0, 5);
  h.note(1, Circuit::constant(0, 8), 0, kTrue);
  EXPECT_EQ(h.at(0).ones, 5);
  EXPECT_EQ(h.at(0).zeros, 0xfa);
  EXPECT_FALSE(h.at(0).undef);
  EXPECT_EQ(h.at(1).ones, 0);
  EXPECT_TRUE(h.at(1).undef);
  EXPECT_EQ(h.at(2).ones | h.at(2).zeros, 0);  // nothing was stored there
}

TEST(HeldBits, FarPositionsShareAByte) {
  HeldBits h = holding(4096, 3);
  EXPECT_EQ(h.at(8192).ones, 3);
  EXPECT_EQ(h.at(8193).ones, 0);
}

TEST(HeldBits, GrowsUntilNothingIsNew) {
  HeldBits known;
  EXPECT_FALSE(holding(0, 1).within(known));
  known.grow(holding(0, 1));
  EXPECT_TRUE(holding(0, 1).within(known));
  EXPECT_FALSE(holding(0, 2).within(known));
  known.grow(holding(0, 2));
  EXPECT_TRUE(holding(0, 2).within(known));
  EXPECT_TRUE(holding(0, 3).within(known));  // each bit may be 0 or 1
  EXPECT_FALSE(holding(0, 4).within(known));
}

// A counter grows by one bit each time: it must not take a time for each of them.
TEST(HeldBits, WhatGrowsForeverBecomesEverything) {
  HeldBits known;
  known.grow(holding(3, 0));
  unsigned attempts = 0;
  for (uint64_t n = 1; n < (uint64_t{1} << 31); n = 2 * n + 1) {
    HeldBits noted;
    for (unsigned k = 0; k < 4; ++k) noted.note(k, Circuit::constant(n >> (8 * k), 8), 0, kFalse);
    attempts += !noted.within(known);
    known.grow(noted);
    EXPECT_TRUE(noted.within(known));
  }
  EXPECT_LE(attempts, 10u);
}

TEST(HeldBits, PositionsOfAPartlyKnownOffset) {
  OrderSolver solver;
  Circuit c(solver);
  Bits offset = Circuit::constant(0, 32);
  offset[3] = solver.new_literal();  // 0 or 8
  std::vector<uint64_t> found;
  each_position(offset, 8, 64, [&](uint64_t at) { found.push_back(at); });
  EXPECT_EQ(found, (std::vector<uint64_t>{0, 8}));
  found.clear();
  each_position(Circuit::constant(12, 32), 4, 16, [&](uint64_t at) { found.push_back(at); });
  EXPECT_EQ(found, (std::vector<uint64_t>{12}));
  found.clear();
  each_position(c.fresh(32), 4, 10, [&](uint64_t at) { found.push_back(at); });  // the last one that fits
  EXPECT_EQ(found, (std::vector<uint64_t>{0, 4}));
}

}  // namespace
