// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions of the program (model/expr.h) in a numerical domain. A word of w bits is one of 2^w numbers; a domain
// knows integers. So each variable of a domain is the signed reading of a word, in [-2^(w-1), 2^(w-1)), and of a truth
// value (w = 1) the unsigned one, 0 or 1. An expression is followed as a linear form that is the word *modulo 2^w*:
// sums and products by constants are exact, whether they wrap or not. Only where the number itself matters (a
// comparison, a division, a wider word, an assignment) its bounds are asked for. If all its values lie in one stretch
// of 2^w numbers it is shifted to where the reading wants it; if not, all that is left is every number of the reading
// with the same remainder modulo a power of two.
//
// What has no numbers here (addresses, floating point, uninitialised values) may be any word.
#pragma once
#include <functional>

#include "domains/lattice.h"
#include "model/expr.h"

namespace heddle::domains {

class Machine {
 public:
  using Variables = std::function<Var(model::LocalId)>;  // kNoVar: the domain does not know this local
  // widths: of each variable of the domain
  Machine(const model::ExprPool& exprs, std::vector<uint8_t> widths, Variables variables)
      : exprs_(exprs), widths_(std::move(widths)), variables_(std::move(variables)) {}
  void rename(Variables variables) { variables_ = std::move(variables); }  // another procedure's locals

  enum class Reading : uint8_t { Signed, Unsigned };
  enum class Truth : uint8_t { Never, Always, Either, Nowhere };  // Nowhere: there is no point at all

  // What the expression is. Any word: no term, and the noise is all of the reading.
  Form value(const Lattice& at, model::ExprId e, Reading reading) const;
  Form any(unsigned width, Reading reading) const;
  // As a number to be stored in a variable of that width.
  Form stored(const Lattice& at, model::ExprId e) const;

  void forget(Lattice& at, Var x) const;  // x may be any word
  void assign(Value& at, Var x, model::ExprId e) const;
  // All at once: every expression speaks of the values before.
  void assign(Value& at, std::vector<std::pair<Var, model::ExprId>> all) const;
  // Keeps the points at which the condition (of width 1) is as told.
  void assume(Value& at, model::ExprId condition, bool holds) const;
  Truth decide(const Lattice& at, model::ExprId condition) const;
  // The variables that the expression speaks of, appended; one that occurs twice, twice.
  void used(model::ExprId e, std::vector<Var>& into) const;

 private:
  struct Work {  // how much more of an expression is looked at: as a tree it may be exponentially large
    unsigned left = 400;
    bool take() { return left > 0 && --left > 0; }
  };
  Form modulo(const Lattice& at, model::ExprId e, Work& work) const;
  Form read(const Lattice& at, const std::optional<Form>& form, unsigned width, Reading reading) const;
  Form read(const Lattice& at, model::ExprId e, Reading reading, Work& work) const;
  Form bitwise(const Lattice& at, const model::Expr& e, Work& work) const;
  Form divided(const Lattice& at, const model::Expr& e, Work& work) const;
  Form shifted(const Lattice& at, const model::Expr& e, Work& work) const;
  Form multiplied(const Lattice& at, const model::Expr& e, Work& work) const;
  bool is_lost(const Form& f, unsigned width, Reading reading) const;
  void assume(Value& at, model::ExprId condition, bool holds, Work& work) const;
  void assume_equal(Value& at, const model::Expr& e, bool holds, Work& work) const;
  void assume_unsigned(Value& at, const model::Expr& e, bool holds, Work& work) const;
  void assume_either(Value& at, const std::vector<std::function<void(Value&)>>& cases) const;
  bool as_condition(const model::Expr& e, model::ExprId& condition, bool& holds) const;

  const model::ExprPool& exprs_;
  std::vector<uint8_t> widths_;
  Variables variables_;
};

}  // namespace heddle::domains
