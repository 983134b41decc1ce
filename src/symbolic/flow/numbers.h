// SPDX-License-Identifier: GPL-3.0-or-later
// Machine integers as unbounded ones. A number of w bits is an integer in the range of its type, signed or unsigned as
// its variable was declared, so that what is linear in C stays linear here; an operation that may leave the range comes
// back by a multiple of 2^w. What is not linear (products, masks, shifts by variables) is any number in range: more
// executions, never fewer.
#pragma once
#include <optional>
#include <unordered_map>

#include "model/program.h"
#include "smt/z3/terms.h"

namespace heddle::flow {

namespace z3 = smt::z3;

struct Number {
  z3::Term n;
  unsigned width = 0;
  bool is_signed = true;
};

class Numbers {
 public:
  // What wraps around more than once is a remainder, or (in proofs that need many answers) a number of turns that is
  // left open.
  explicit Numbers(z3::Context& context, bool remainders = false) : c_(context), remainders_(remainders) {}

  // A variable that is always in the range of its type: what is made of it wraps around only where it can.
  void remember(const z3::Term& variable, unsigned width, bool is_signed);

  Number constant(uint64_t bits, unsigned width, bool is_signed) const;
  Number any(unsigned width, bool is_signed, z3::Term& where);  // `where` grows by what is known of it
  unsigned left_open() const { return count_; }                 // how many numbers may be any, so far
  Number from(const z3::Term& truth) const;                     // of one bit
  z3::Term truth(const Number& a) const;

  Number as(const Number& a, bool is_signed) const;  // the same bits
  z3::Term in_range(const z3::Term& n, unsigned width, bool is_signed) const;
  z3::Term power(unsigned k) const;  // 2^k
  // How often a number wraps around, which follows from what it is computed from.
  static bool is_turns(const z3::Term& variable);

  Number extend(const Number& a, unsigned width, bool keep_sign) const;
  Number cut(const Number& a, unsigned width, z3::Term& where);
  // Arithmetic and comparisons. Operands of divisions and shifts are known to be defined.
  Number binary(model::ExprOp op, unsigned width, const Number& a, const Number& b, z3::Term& where);
  // What an atomic read-modify-write leaves.
  Number updated(model::RmwOp op, unsigned width, const Number& old, const Number& operand, z3::Term& where);
  z3::Term undefined(model::ExprOp op, const Number& a, const Number& b);  // division by zero, shift too far

 private:
  struct Domain;  // of src/meaning

  Number wrapped_once(const z3::Term& sum, unsigned width, bool is_signed) const;
  Number wrapped(const z3::Term& n, unsigned width, bool is_signed, z3::Term& where);
  Number bitwise(model::ExprOp op, unsigned width, const Number& a, const Number& b, z3::Term& where);
  Number divided(model::ExprOp op, unsigned width, const Number& a, const Number& b, z3::Term& where);
  Number sum(bool subtract, unsigned width, const Number& a, const Number& b, z3::Term& where);
  Number product(unsigned width, const Number& a, const Number& b, z3::Term& where);
  z3::Term equal(const Number& a, const Number& b) const;
  Number shifted(model::ExprOp op, unsigned width, const Number& a, const Number& b, z3::Term& where);
  z3::Term fresh();
  using Wide = __int128;
  struct Bounds {
    Wide low, high;
  };
  static Bounds range(unsigned width, bool is_signed);
  std::optional<Bounds> bounds(const z3::Term& n) const;
  bool fits(const z3::Term& n, unsigned width, bool is_signed) const;

  z3::Context& c_;
  bool remainders_;
  unsigned count_ = 0;
  struct Known {
    z3::Term variable;  // keeps its number in Z3
    Bounds bounds;
  };
  std::unordered_map<unsigned, Known> known_;
};

}  // namespace heddle::flow
