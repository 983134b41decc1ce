// SPDX-License-Identifier: GPL-3.0-or-later
// Machine integers as unbounded ones. A number of w bits is an integer in the range of its type, signed or not as is
// convenient: both stand for the same bits. What leaves the range comes back by a multiple of 2^w. What is not linear
// is any number in range: more executions, never fewer.
#pragma once
#include "judge/steps/terms.h"
#include "model/program.h"

namespace heddle::judge::steps {

struct Number {
  Term n;
  unsigned width = 0;
  bool is_signed = true;          // never of one bit, which is 0 or 1
  std::optional<Truth> is_set{};  // of one bit that was computed from a truth value
};

Truth in_range(const Term& n, unsigned width, bool is_signed);

class Numbers {
 public:
  explicit Numbers(Names& names) : names_(names) {}

  Number constant(uint64_t bits, unsigned width, bool is_signed = true) const;
  Number any(unsigned width, bool is_signed, Premises& into);
  Number from(const Truth& t) const;
  Truth truth_of(const Number& a) const;

  Number as(const Number& a, bool is_signed, Premises& into);  // the same bits
  Number extended(const Number& a, unsigned width, bool keep_sign, Premises& into);
  Number cut(const Number& a, unsigned width, Premises& into);
  // Division by zero, a shift too far: there is no result then.
  Truth undefined(model::ExprOp op, const Number& a, const Number& b, Premises& into);
  Number binary(model::ExprOp op, unsigned width, const Number& a, const Number& b, Premises& into);
  Number updated(model::RmwOp op, unsigned width, const Number& old, const Number& operand, Premises& into);
  Truth equals(const Number& a, const Number& b, Premises& into);

 private:
  Number wrapped(const Term& n, unsigned width, bool is_signed, Premises& into);
  Number wrapped_once(const Term& n, unsigned width, bool is_signed, Premises& into);
  Number sum(bool subtract, unsigned width, const Number& a, const Number& b, Premises& into);
  Number product(unsigned width, const Number& a, const Number& b, Premises& into);
  Number divided(model::ExprOp op, unsigned width, const Number& a, const Number& b, Premises& into);
  Number shifted(model::ExprOp op, unsigned width, const Number& a, const Number& b, Premises& into);
  Number bitwise(model::ExprOp op, unsigned width, const Number& a, const Number& b, Premises& into);
  Truth below(bool as_signed, bool or_equal, const Number& a, const Number& b, Premises& into);
  Number complement(const Number& a) const;
  Number chosen(const Truth& when, const Number& a, const Number& b, Premises& into);

  Names& names_;
};

}  // namespace heddle::judge::steps
