// SPDX-License-Identifier: GPL-3.0-or-later
// Every operation on bit-vectors against native arithmetic, for every width from 1 to 64: on literals with assumed
// values, with one constant operand, and with two, which must leave nothing but constants.
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "smt/bits.h"

namespace heddle::smt {
namespace {

uint64_t mask(unsigned width) { return width == 64 ? UINT64_MAX : (uint64_t{1} << width) - 1; }
int64_t as_signed(uint64_t v, unsigned width) { return static_cast<int64_t>(v << (64 - width)) >> (64 - width); }
uint64_t negated(uint64_t v) { return ~v + 1; }

struct Operation {
  const char* name;
  std::function<Bits(Circuit&, const Bits&, const Bits&)> circuit;
  std::function<uint64_t(uint64_t, uint64_t, unsigned)> native;
};

uint64_t native_udiv(uint64_t a, uint64_t b, unsigned) { return b ? a / b : UINT64_MAX; }
uint64_t native_urem(uint64_t a, uint64_t b, unsigned) { return b ? a % b : a; }
uint64_t magnitude(uint64_t v, unsigned w) { return as_signed(v, w) < 0 ? negated(v) & mask(w) : v; }
uint64_t native_sdiv(uint64_t a, uint64_t b, unsigned w) {
  uint64_t q = native_udiv(magnitude(a, w), magnitude(b, w), w);
  return (as_signed(a, w) < 0) != (as_signed(b, w) < 0) ? negated(q) : q;
}
uint64_t native_srem(uint64_t a, uint64_t b, unsigned w) {
  uint64_t r = native_urem(magnitude(a, w), magnitude(b, w), w);
  return as_signed(a, w) < 0 ? negated(r) : r;
}
uint64_t native_ashr(uint64_t a, uint64_t b, unsigned w) {
  return static_cast<uint64_t>(as_signed(a, w) >> (b < w && b < 63 ? b : 63));
}

#define WORD(op) #op, [](Circuit& c, const Bits& a, const Bits& b) { return c.op(a, b); }
#define TRUTH(op) #op, [](Circuit& c, const Bits& a, const Bits& b) { return Bits{c.op(a, b)}; }

std::vector<Operation> operations() {
  using U = uint64_t;
  return {
      {WORD(add), [](U a, U b, unsigned) { return a + b; }},
      {WORD(sub), [](U a, U b, unsigned) { return a - b; }},
      {WORD(mul), [](U a, U b, unsigned) { return a * b; }},
      {WORD(udiv), native_udiv},
      {WORD(urem), native_urem},
      {WORD(sdiv), native_sdiv},
      {WORD(srem), native_srem},
      {WORD(shl), [](U a, U b, unsigned w) { return b < w ? a << b : 0; }},
      {WORD(lshr), [](U a, U b, unsigned w) { return b < w ? a >> b : 0; }},
      {WORD(ashr), native_ashr},
      {WORD(and_), [](U a, U b, unsigned) { return a & b; }},
      {WORD(or_), [](U a, U b, unsigned) { return a | b; }},
      {WORD(xor_), [](U a, U b, unsigned) { return a ^ b; }},
      {TRUTH(eq), [](U a, U b, unsigned) { return U{a == b}; }},
      {TRUTH(ult), [](U a, U b, unsigned) { return U{a < b}; }},
      {TRUTH(ule), [](U a, U b, unsigned) { return U{a <= b}; }},
      {TRUTH(slt), [](U a, U b, unsigned w) { return U{as_signed(a, w) < as_signed(b, w)}; }},
      {TRUTH(sle), [](U a, U b, unsigned w) { return U{as_signed(a, w) <= as_signed(b, w)}; }},
      {"not", [](Circuit& c, const Bits& a, const Bits&) { return c.not_(a); }, [](U a, U, unsigned) { return ~a; }},
      {"ite", [](Circuit& c, const Bits& a, const Bits& b) { return c.ite(a[0], a, b); },
       [](U a, U b, unsigned) { return a & 1 ? a : b; }},
      {"zext", [](Circuit& c, const Bits& a, const Bits&) { return c.extend(a, 64, false); },
       [](U a, U, unsigned) { return a; }},
      {"sext", [](Circuit& c, const Bits& a, const Bits&) { return c.extend(a, 64, true); },
       [](U a, U, unsigned w) { return static_cast<U>(as_signed(a, w)); }},
  };
}

std::vector<std::pair<uint64_t, uint64_t>> samples(unsigned width, std::mt19937_64& random) {
  std::vector<uint64_t> corners{0, 1, 2, width, mask(width), mask(width) >> 1, mask(width) ^ mask(width) >> 1};
  std::vector<std::pair<uint64_t, uint64_t>> all;
  for (uint64_t a : corners)
    for (uint64_t b : corners) all.emplace_back(a & mask(width), b & mask(width));
  for (int i = 0; i < 20; ++i) {
    uint64_t b = random() & mask(width);
    all.emplace_back(random() & mask(width), i % 2 ? b : b >> random() % width);  // long and short
  }
  return all;
}

void assume(std::vector<Lit>& assumptions, const Bits& bits, uint64_t value) {
  for (size_t i = 0; i < bits.size(); ++i) assumptions.push_back(value >> i & 1 ? bits[i] : ~bits[i]);
}

TEST(Circuit, AgreesWithNativeArithmetic) {
  std::mt19937_64 random(1);
  for (unsigned width = 1; width <= 64; ++width) {
    OrderSolver solver;
    Circuit circuit(solver);
    Bits a = circuit.fresh(width), b = circuit.fresh(width);
    std::vector<Operation> all = operations();
    std::vector<Bits> results;
    for (const Operation& op : all) results.push_back(op.circuit(circuit, a, b));
    for (auto [x, y] : samples(width, random)) {
      std::vector<Lit> assumptions;
      assume(assumptions, a, x);
      assume(assumptions, b, y);
      ASSERT_EQ(solver.solve(assumptions, nullptr), OrderSolver::Answer::Sat);
      for (size_t i = 0; i < all.size(); ++i) {
        unsigned out = static_cast<unsigned>(results[i].size());
        ASSERT_EQ(circuit.value(results[i]), all[i].native(x, y, width) & mask(out))
            << all[i].name << " " << width << " " << x << " " << y;
      }
    }
  }
}

TEST(Circuit, FoldsConstants) {
  std::mt19937_64 random(2);
  for (unsigned width = 1; width <= 64; ++width) {
    OrderSolver solver;
    Circuit circuit(solver);
    for (auto [x, y] : samples(width, random))
      for (const Operation& op : operations()) {
        Bits r = op.circuit(circuit, Circuit::constant(x, width), Circuit::constant(y, width));
        ASSERT_TRUE(Circuit::is_constant(r)) << op.name;
        ASSERT_EQ(Circuit::constant_value(r), op.native(x, y, width) & mask(static_cast<unsigned>(r.size())))
            << op.name << " " << width << " " << x << " " << y;
      }
    EXPECT_EQ(solver.statistics().variables, 1u);
  }
}

TEST(Circuit, OneConstantOperand) {
  std::mt19937_64 random(3);
  for (unsigned width : {1u, 3u, 8u, 17u, 32u}) {
    for (auto [x, y] : samples(width, random)) {
      OrderSolver solver;
      Circuit circuit(solver);
      Bits a = circuit.fresh(width), constant = Circuit::constant(y, width);
      std::vector<Lit> assumptions;
      assume(assumptions, a, x);
      std::vector<Operation> all = operations();
      std::vector<Bits> left, right;
      for (const Operation& op : all) {
        left.push_back(op.circuit(circuit, constant, a));
        right.push_back(op.circuit(circuit, a, constant));
      }
      ASSERT_EQ(solver.solve(assumptions, nullptr), OrderSolver::Answer::Sat);
      for (size_t i = 0; i < all.size(); ++i) {
        uint64_t m = mask(static_cast<unsigned>(left[i].size()));
        ASSERT_EQ(circuit.value(left[i]), all[i].native(y, x, width) & m)
            << all[i].name << " " << width << " " << y << " " << x;
        ASSERT_EQ(circuit.value(right[i]), all[i].native(x, y, width) & m)
            << all[i].name << " " << width << " " << x << " " << y;
      }
    }
  }
}

TEST(Circuit, SharesAndSimplifiesGates) {
  OrderSolver solver;
  Circuit c(solver);
  Lit a = solver.new_literal(), b = solver.new_literal(), d = solver.new_literal();
  EXPECT_EQ(c.and_(a, a), a);
  EXPECT_EQ(c.and_(a, ~a), kFalse);
  EXPECT_EQ(c.or_(a, kTrue), kTrue);
  EXPECT_EQ(c.and_(a, b), c.and_(b, a));
  EXPECT_EQ(c.xor_(a, ~b), ~c.xor_(b, a));
  EXPECT_EQ(c.xor_(~a, ~b), c.xor_(a, b));
  EXPECT_EQ(c.xor_(a, a), kFalse);
  EXPECT_EQ(c.ite(a, b, d), c.ite(~a, d, b));
  EXPECT_EQ(c.ite(a, b, b), b);
  EXPECT_EQ(c.ite(a, kTrue, kFalse), a);
  EXPECT_EQ(c.all({a, b, kTrue, d, b}), c.all({d, b, a}));
  EXPECT_EQ(c.all({a, b, d, ~a}), kFalse);
  EXPECT_EQ(c.all({}), kTrue);
  EXPECT_EQ(c.any({}), kFalse);
  EXPECT_EQ(c.any({a, kTrue}), kTrue);
}

// Backwards: the factors of a product, and equality that is only implied.
TEST(Circuit, SolvesForInputs) {
  OrderSolver solver;
  Circuit c(solver);
  Bits x = c.fresh(16), y = c.fresh(16);
  solver.add({c.eq(c.mul(x, y), c.constant(251 * 241, 16))});
  solver.add({c.ult(x, c.constant(256, 16))});
  solver.add({c.ult(y, c.constant(256, 16))});
  ASSERT_EQ(solver.solve({}, nullptr), OrderSolver::Answer::Sat);
  EXPECT_EQ(c.value(x) * c.value(y), 251u * 241u);
  Lit when = solver.new_literal();
  c.implies_equal(when, x, y);
  EXPECT_EQ(solver.solve({when}, nullptr), OrderSolver::Answer::Unsat);
  EXPECT_EQ(solver.solve({}, nullptr), OrderSolver::Answer::Sat);
}

}  // namespace
}  // namespace heddle::smt
