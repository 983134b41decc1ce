// SPDX-License-Identifier: GPL-3.0-or-later
// Bit-vectors as vectors of literals, lowest bit first. Gates are simplified and shared: the same gate twice is one
// literal.
#pragma once
#include <array>
#include <functional>
#include <map>
#include <unordered_map>

#include "smt/order_solver.h"

namespace heddle::smt {

using Bits = std::vector<Lit>;

class Circuit {
 public:
  explicit Circuit(OrderSolver& solver) : solver_(solver) {}
  // Asked now and then while gates are made, since formulas can grow without end. It may throw; then this circuit is of
  // no use any more.
  std::function<void()> poll;

  Lit and_(Lit a, Lit b);
  Lit or_(Lit a, Lit b) { return ~and_(~a, ~b); }
  Lit xor_(Lit a, Lit b);
  Lit ite(Lit c, Lit a, Lit b);
  Lit all(const Clause& c);  // conjunction
  Lit any(const Clause& c);  // disjunction

  static Bits constant(uint64_t value, unsigned width);
  Bits fresh(unsigned width);
  static bool is_constant(const Bits& a);
  static uint64_t constant_value(const Bits& a);
  Bits ite(Lit c, const Bits& a, const Bits& b);
  Bits add(const Bits& a, const Bits& b);
  Bits sub(const Bits& a, const Bits& b);
  Bits mul(const Bits& a, const Bits& b);
  // Division by zero: all ones and a, as in SMT-LIB; callers check for it.
  Bits udiv(const Bits& a, const Bits& b);
  Bits urem(const Bits& a, const Bits& b);
  Bits sdiv(const Bits& a, const Bits& b);
  Bits srem(const Bits& a, const Bits& b);
  Bits shl(const Bits& a, const Bits& b);  // amounts of the width or more give 0 (ashr: the sign)
  Bits lshr(const Bits& a, const Bits& b);
  Bits ashr(const Bits& a, const Bits& b);
  Bits and_(const Bits& a, const Bits& b);
  Bits or_(const Bits& a, const Bits& b);
  Bits xor_(const Bits& a, const Bits& b);
  Bits not_(const Bits& a);
  Bits extend(const Bits& a, unsigned width, bool is_signed);
  static Bits cut(const Bits& a, unsigned width) { return Bits(a.begin(), a.begin() + width); }
  Lit eq(const Bits& a, const Bits& b);
  Lit ult(const Bits& a, const Bits& b);
  Lit ule(const Bits& a, const Bits& b) { return ~ult(b, a); }
  Lit slt(const Bits& a, const Bits& b);
  Lit sle(const Bits& a, const Bits& b) { return ~slt(b, a); }
  void implies_equal(Lit when, const Bits& a, const Bits& b);  // clauses only, no gates

  uint64_t value(const Bits& a) const;  // after Sat
  OrderSolver& solver() { return solver_; }

 private:
  static constexpr uint32_t kPollStride = 1 << 16;
  void work() {
    if (++work_ % kPollStride == 0 && poll) poll();
  }
  struct Sum {
    Bits bits;
    Lit carry;
  };
  struct Division {
    Bits quotient, rest;
  };
  Lit majority(Lit a, Lit b, Lit c);
  Sum sum(const Bits& a, const Bits& b, Lit carry);
  Division divide(const Bits& a, const Bits& b);
  Bits absolute(const Bits& a);
  Bits negate_if(Lit c, const Bits& a);
  Bits shift(const Bits& a, const Bits& b, bool left, Lit fill);

  OrderSolver& solver_;
  std::unordered_map<uint64_t, Lit> ands_, xors_;
  std::map<std::array<Lit, 3>, Lit> ites_, majorities_;
  std::map<Clause, Lit> alls_;
  uint32_t work_ = 0;
};

}  // namespace heddle::smt
