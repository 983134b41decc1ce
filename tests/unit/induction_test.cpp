// SPDX-License-Identifier: GPL-3.0-or-later
// The two parts of induction that a proof rests on, against plain arithmetic: what a machine computes is among what the
// terms allow, and a point that was added fulfils the facts.
#include <gtest/gtest.h>

#include <random>

#include "symbolic/facts/facts.h"
#include "smt/z3/solver.h"
#include "symbolic/flow/numbers.h"

namespace heddle::induction {
namespace {

namespace z3 = smt::z3;
using facts::Case;
using facts::Equation;
using facts::Equations;
using facts::Facts;
using facts::Int;
using facts::Shapes;
using facts::Term;
using flow::Number;
using flow::Numbers;
using model::ExprOp;

uint64_t mask(unsigned width) { return width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1; }
int64_t sign_extend(uint64_t v, unsigned width) { return static_cast<int64_t>(v << (64 - width)) >> (64 - width); }

// What the machine computes, by hand; nothing where C does not define it.
std::optional<uint64_t> machine(ExprOp op, unsigned width, uint64_t x, uint64_t y) {
  int64_t sx = sign_extend(x, width), sy = sign_extend(y, width);
  bool overflow = sy == -1 && x == uint64_t{1} << (width - 1);
  switch (op) {
    case ExprOp::Add: return (x + y) & mask(width);
    case ExprOp::Sub: return (x - y) & mask(width);
    case ExprOp::Mul: return x * y & mask(width);
    case ExprOp::UDiv: return y ? std::optional(x / y) : std::nullopt;
    case ExprOp::URem: return y ? std::optional(x % y) : std::nullopt;
    case ExprOp::SDiv:
      return y && !overflow ? std::optional(static_cast<uint64_t>(sx / sy) & mask(width)) : std::nullopt;
    case ExprOp::SRem:
      return y && !overflow ? std::optional(static_cast<uint64_t>(sx % sy) & mask(width)) : std::nullopt;
    case ExprOp::Shl: return y < width ? std::optional(x << y & mask(width)) : std::nullopt;
    case ExprOp::LShr: return y < width ? std::optional(x >> y) : std::nullopt;
    case ExprOp::AShr: return y < width ? std::optional(static_cast<uint64_t>(sx >> y) & mask(width)) : std::nullopt;
    case ExprOp::And: return x & y;
    case ExprOp::Or: return x | y;
    case ExprOp::Xor: return x ^ y;
    case ExprOp::Eq: return x == y;
    case ExprOp::Ne: return x != y;
    case ExprOp::Ult: return x < y;
    case ExprOp::Ule: return x <= y;
    case ExprOp::Slt: return sx < sy;
    case ExprOp::Sle: return sx <= sy;
    default: return std::nullopt;
  }
}

bool is_exact(ExprOp op) { return op != ExprOp::Mul && (op < ExprOp::UDiv || op > ExprOp::Xor); }

class NumbersTest : public testing::Test {
 protected:
  uint64_t some(unsigned width) {
    const uint64_t edges[] = {0, 1, 2, 3, mask(width), mask(width) - 1, mask(width) >> 1, (mask(width) >> 1) + 1,
                              7, 10};
    return (random_() % 3 ? edges[random_() % 10] : random_()) & mask(width);
  }
  // As a variable with this value, or as the constant itself.
  Number operand(uint64_t bits, unsigned width, z3::Term& where) {
    bool is_signed = random_() % 2;
    Number c = numbers_.constant(bits, width, is_signed);
    if (random_() % 2) return c;
    Number v{context_.integer_variable("x" + std::to_string(count_++)), width, c.is_signed};
    where = where && numbers_.in_range(v.n, width, v.is_signed) && v.n == c.n;
    return v;
  }
  bool possible(const z3::Term& e) {
    solver_.push();
    solver_.add(e);
    bool sat = solver_.check() == z3::Answer::Sat;
    solver_.pop();
    return sat;
  }
  z3::Term is(const Number& n, uint64_t bits) { return n.n == numbers_.constant(bits, n.width, n.is_signed).n; }

  z3::Context context_;
  z3::Solver solver_{context_};
  Numbers numbers_{context_};
  std::mt19937_64 random_{7};
  unsigned count_ = 0;
};

TEST_F(NumbersTest, WhatTheMachineComputesIsAllowed) {
  const ExprOp ops[] = {ExprOp::Add, ExprOp::Sub,  ExprOp::Mul,  ExprOp::UDiv, ExprOp::SDiv, ExprOp::URem, ExprOp::SRem,
                        ExprOp::Shl, ExprOp::LShr, ExprOp::AShr, ExprOp::And,  ExprOp::Or,   ExprOp::Xor,  ExprOp::Eq,
                        ExprOp::Ne,  ExprOp::Ult,  ExprOp::Ule,  ExprOp::Slt,  ExprOp::Sle};
  const unsigned widths[] = {1, 8, 16, 32, 64};
  for (int round = 0; round < 3000; ++round) {
    ExprOp op = ops[random_() % std::size(ops)];
    unsigned width = widths[random_() % std::size(widths)];
    bool comparison = op >= ExprOp::Eq && op <= ExprOp::Sle;
    uint64_t x = some(width),
             y = op >= ExprOp::Shl && op <= ExprOp::AShr && random_() % 4 ? random_() % width : some(width);
    z3::Term where = context_.truth(true);
    Number a = operand(x, width, where), b = operand(y, width, where);
    std::optional<uint64_t> wanted = machine(op, width, x, y);
    SCOPED_TRACE(std::string(model::text(op)) + " of " + std::to_string(x) + " and " + std::to_string(y) + " with " +
                 std::to_string(width) + " bits");
    if (!wanted) {
      EXPECT_TRUE(possible(where && numbers_.undefined(op, a, b)));
      continue;
    }
    Number r = numbers_.binary(op, comparison ? 1 : width, a, b, where);
    ASSERT_TRUE(possible(where && is(r, *wanted)));
    ASSERT_FALSE(possible(where && !numbers_.in_range(r.n, r.width, r.is_signed)));
    if (is_exact(op)) {
      ASSERT_FALSE(possible(where && !is(r, *wanted)));
    }
  }
}

TEST_F(NumbersTest, ConversionsKeepTheBits) {
  const unsigned widths[] = {1, 8, 16, 32, 64};
  for (int round = 0; round < 1500; ++round) {
    unsigned from = widths[random_() % 5], to = widths[random_() % 5];
    uint64_t x = some(from);
    z3::Term where = context_.truth(true);
    Number a = operand(x, from, where);
    SCOPED_TRACE(std::to_string(x) + " from " + std::to_string(from) + " to " + std::to_string(to) + " bits");
    bool keep_sign = random_() % 2;
    uint64_t wanted = to <= from  ? x & mask(to)
                      : keep_sign ? static_cast<uint64_t>(sign_extend(x, from)) & mask(to)
                                  : x;
    Number r = to < from ? numbers_.cut(a, to, where) : numbers_.extend(a, to, keep_sign);
    ASSERT_EQ(r.width, to);
    ASSERT_TRUE(possible(where && is(r, wanted)));
    ASSERT_FALSE(possible(where && !is(r, wanted)));
    for (bool is_signed : {false, true}) ASSERT_FALSE(possible(where && !is(numbers_.as(r, is_signed), wanted)));
  }
}

TEST(FactsTest, EveryPointFulfilsThem) {
  z3::Context context;
  std::mt19937_64 random(3);
  const std::vector<Int> thresholds{-1, 0, 1, 8, (Int{1} << 31) - 1};
  for (int round = 0; round < 60; ++round) {
    constexpr uint32_t kVariables = 4;
    std::vector<Term> terms;
    for (uint32_t u = 0; u < kVariables; ++u) {
      terms.push_back({u, 0, 1, 0, u == 3});
      terms.push_back({u, 0, -1, 0, false});
      for (uint32_t v = u + 1; v < kVariables; ++v)
        for (int k = 0; k < 4; ++k)
          terms.push_back({u, v, static_cast<int8_t>(k & 1 ? 1 : -1), static_cast<int8_t>(k & 2 ? 1 : -1), false});
    }
    const std::vector<bool> all(kVariables, true);
    Shapes shapes{all, {{32, all}}, {{3, 1}},
                  all, terms,       {{1, 0, 1, 0, false}, {0, 0, 1, 0, false}, {0, 2, 1, -1, false}}};
    Facts facts(context, shapes, thresholds);
    ASSERT_TRUE(facts.none());
    std::vector<std::vector<Int>> points;
    for (int k = 0; k < 6; ++k) {
      Int a = static_cast<Int>(random() % (random() % 4 ? 10 : uint64_t{1} << 12)), b = static_cast<Int>(random() % 5);
      points.push_back({a, b, a + 2 * b, random() % 2 ? 1 : a});
      facts.add(points.back());
      for (const auto& p : points) {
        std::vector<z3::Term> at;
        for (Int n : p) at.push_back(context.integer(static_cast<int64_t>(n)));
        ASSERT_TRUE(facts.hold(at).simplify().is_true());
        ASSERT_TRUE(facts.broken(at, std::vector<bool>(kVariables, true)).simplify().is_false());
      }
    }
    // The one equation they all fulfil is found: a + 2b = c.
    std::vector<z3::Term> off{context.integer(3), context.integer(1), context.integer(6), context.integer(1)};
    EXPECT_TRUE(facts.hold(off).simplify().is_false());
    EXPECT_TRUE(facts.broken(off, std::vector<bool>(kVariables, true)).simplify().is_true());
  }
}

// Values of 32 bits that wrap around: what is left is the equation between them, and no more.
TEST(EquationsTest, HoldModuloAPowerOfTwo) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 50; ++round) {
    Equations exact(std::vector<bool>(3, true)), wrapped(std::vector<bool>(3, true), 32);
    std::vector<std::vector<Int>> points;
    for (int k = 0; k < 8; ++k) {
      uint32_t a = static_cast<uint32_t>(random()), b = static_cast<uint32_t>(random());
      points.push_back({a, b, 200 - a - 2 * b});
      exact.add(points.back());
      wrapped.add(points.back());
      for (const Equation& e : wrapped.all())
        for (const auto& p : points) {
          Int off = -e.sum;
          for (size_t v = 0; v < 3; ++v) off += e.by[v] * p[v];
          ASSERT_EQ(off % (Int{1} << 32), 0);
        }
    }
    EXPECT_TRUE(exact.all().empty());
    EXPECT_TRUE(follows({{1, 2, 1}, 200}, wrapped.all(), 32));
    EXPECT_TRUE(follows({{3, 6, 3}, 600}, wrapped.all(), 32));
    EXPECT_FALSE(follows({{1, 2, 1}, 200}, wrapped.all(), 0));
    EXPECT_FALSE(follows({{1, 2, 1}, 201}, wrapped.all(), 32));
    EXPECT_FALSE(follows({{1, 1, 1}, 200}, wrapped.all(), 32));
  }
}

// Blocks and their sizes: what few points share by chance has large factors, and what is true is found behind it.
TEST(EquationsTest, AreKeptThroughLargeNumbers) {
  std::mt19937_64 random(7);
  constexpr size_t kBlocks = 6;
  for (int round = 0; round < 20; ++round) {
    Equations exact(std::vector<bool>(2 * kBlocks, true));
    for (size_t k = 0; k < 2 * kBlocks; ++k) {
      std::vector<Int> point;
      for (size_t b = 0; b < kBlocks; ++b) {
        const Int n = static_cast<Int>(b == k / 2 && k % 5 == 0 ? random() % (uint64_t{1} << 31) : random() % 20);
        point.insert(point.end(), {n, 4 * n + 4});
      }
      exact.add(point);
    }
    EXPECT_EQ(exact.all().size(), kBlocks);
    for (size_t b = 0; b < kBlocks; ++b) {
      Equation wanted{std::vector<Int>(2 * kBlocks, 0), -4};
      wanted.by[2 * b] = 4, wanted.by[2 * b + 1] = -1;
      EXPECT_TRUE(follows(wanted, exact.all(), 0));
    }
  }
}

TEST(EquationsTest, AreSolvedModuloAPowerOfTwo) {
  // 3a + 5b + 7c = 2 and a + b + c = 0
  for (unsigned width : {32u, 64u}) {
    const std::vector<Equation> all{{{3, 5, 7}, 2}, {{1, 1, 1}, 0}};
    const std::vector<Equation> found = facts::solved(all, width);
    ASSERT_EQ(found.size(), 2u);
    for (const Equation& e : found) EXPECT_TRUE(follows(e, all, width));
    for (const Equation& e : all) EXPECT_TRUE(follows(e, found, width));
    EXPECT_TRUE(std::any_of(found.begin(), found.end(), [](const Equation& e) { return e.by[2] == 1; }));
    EXPECT_EQ(std::count_if(found.begin(), found.end(), [](const Equation& e) { return e.by[2] != 0; }), 1);
  }
  // What has only even factors is left as it is.
  EXPECT_EQ(facts::solved({{{2, 4}, 6}}, 32).size(), 1u);
}

// The third variable says whether somebody is in between.
TEST(FactsTest, EquationsInACase) {
  z3::Context context;
  const std::vector<Int> thresholds;
  const std::vector<bool> all(3, true), counters{true, true, false};
  Facts facts(context, {all, {{32, counters}}, {{2, 0}, {2, 1}}, all, {}, {}}, thresholds);
  auto holds = [&](int64_t c, int64_t d, int64_t lock) {
    std::vector<z3::Term> at{context.integer(c), context.integer(d), context.integer(lock)};
    bool yes = facts.hold(at).simplify().is_true();
    EXPECT_EQ(facts.broken(at, all).simplify().is_false(), yes);
    return yes;
  };
  for (Int n : {0, 1, 5}) facts.add({n, n, 0});
  EXPECT_FALSE(holds(7, 7, 1)) << "nobody was ever inside";
  for (Int n : {0, 1, 3}) facts.add({n + 1, n, 1}), facts.add({n + 4, n, 1});
  EXPECT_TRUE(holds(7, 7, 0));
  EXPECT_TRUE(holds(7, 9, 1));
  EXPECT_FALSE(holds(7, 8, 0));
  facts.add({-1, (Int{1} << 32) - 1, 0});
  EXPECT_TRUE(holds(5, 5 + (int64_t{1} << 32), 0));
  EXPECT_FALSE(holds(5, 6, 0));
}

}  // namespace
}  // namespace heddle::induction
