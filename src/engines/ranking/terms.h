// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions of a program as bit vectors of Z3. What has no plain meaning there is any value: floating-point numbers,
// undefined values, numbers made of addresses. Quotients and remainders are any value within what every division keeps;
// that is all a measure needs, and a circuit for a division costs a solver more than all the rest. So a term allows at
// least the values that the program can compute.
//
// Unknown values are constants with a number that counts up: a term is known to be made of older constants only by
// their numbers.
#pragma once
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "model/program.h"
#include "smt/z3/terms.h"

namespace heddle::ranking {

namespace z3 = smt::z3;

class Terms {
 public:
  explicit Terms(const model::Program& p) : program_(p) {}
  z3::Context& context() { return context_; }

  z3::Term fresh(unsigned width);
  z3::Term constant(uint64_t value, unsigned width) { return context_.bits(value, width); }
  z3::Term fit(const z3::Term& e, unsigned width);  // cut, or extended by zeros
  z3::Term value(model::ExprId e, const std::vector<z3::Term>& locals);
  z3::Term truth(model::ExprId e, const std::vector<z3::Term>& locals) { return value(e, locals) == constant(1, 1); }
  z3::Term absolute(const z3::Term& e) { return z3::ite(z3::slt(e, 0), -e, e); }

  unsigned created() const { return created_; }
  // The numbers of the constants in a term, ascending.
  static std::vector<unsigned> constants_of(const z3::Term& e);
  z3::Term constant_numbered(unsigned number) const { return constants_.at(number); }

  std::vector<z3::Term> facts;  // what holds of the constants

 private:
  struct Domain;

  z3::Term bit(const z3::Term& condition) { return z3::ite(condition, constant(1, 1), constant(0, 1)); }
  z3::Term compute(const model::Expr& e, const z3::Term* operands);
  z3::Term divide(model::ExprOp op, const z3::Term& a, const z3::Term& b);
  void limit_unsigned(const z3::Term& q, const z3::Term& r, const z3::Term& a, const z3::Term& b);
  void limit_signed(const z3::Term& q, const z3::Term& r, const z3::Term& a, const z3::Term& b);
  z3::Term address(model::ExprOp op, uint64_t id);

  const model::Program& program_;
  z3::Context context_;
  unsigned created_ = 0;
  std::vector<z3::Term> constants_;
  struct Division {
    z3::Term a, b, quotient, remainder;
  };
  std::map<std::tuple<bool, unsigned, unsigned>, Division> divisions_;
  std::map<std::pair<model::ExprOp, uint64_t>, z3::Term> addresses_;
};

}  // namespace heddle::ranking
