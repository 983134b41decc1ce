// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of some integer variables: all linear equations that hold (Karr, "Affine relationships among variables
// of a program", Acta Informatica 6, 1976), bounds on single variables, sums and differences, each at one of a few
// thresholds, what each variable is modulo some number (Granger, "Static analysis of arithmetical congruences", 1989),
// and which are never zero or the same. It is the smallest such set around the points that were added; adding a point
// only takes facts away, and that ends. A fact that would need very large coefficients is forgotten.
#pragma once
#include <compare>
#include <vector>

#include "engines/induction/numbers.h"

namespace heddle::induction {

using Int = __int128;

struct Term {  // plus or minus one variable, or two
  uint32_t u = 0, v = 0;
  int8_t by_u = 1, by_v = 0;
  bool few = false;  // counts of threads are in it: only thresholds next to zero are of interest
  auto operator<=>(const Term&) const = default;
};

class Facts {
 public:
  // What `common` says, of the first variables here, need not be said again; it must be known wherever these facts are
  // used.
  Facts(z3::context& context, std::vector<bool> in_equations, std::vector<Term> terms, std::vector<Term> never_zero,
        const std::vector<Int>& thresholds, const Facts* common = nullptr);

  bool none() const { return none_; }       // no point was added: nothing is ever here
  bool add(const std::vector<Int>& point);  // whether anything changed
  unsigned version() const { return version_; }

  z3::expr hold(const std::vector<z3::expr>& at) const;
  // Some fact that mentions a variable that changed does not hold.
  z3::expr broken(const std::vector<z3::expr>& at, const std::vector<bool>& changed) const;

 private:
  struct Equation {
    std::vector<Int> by;
    Int sum = 0;
  };
  struct Bound {
    Term term;
    int at = -1;      // threshold; -1: no point yet; thresholds.size(): unbounded
    int common = -1;  // the same term there
  };
  struct Congruence {  // of a variable that `never_zero` names alone
    uint32_t variable = 0;
    Int modulus = 0, rest = 0;  // 0: it is constant
    bool useful() const { return modulus > 1 && modulus < (Int{1} << 16); }
    bool operator==(const Congruence&) const = default;
  };
  bool said(const Term& never_zero) const;
  bool said(const Congruence& c) const;
  Int value(const Term& t, const std::vector<Int>& point) const;
  void relax(const std::vector<Int>& point);
  bool raise(Bound& b, const std::vector<Int>& point) const;
  Int most(const Bound& b) const;
  bool said(const Bound& b) const;  // by other facts
  bool said(const Equation& e) const;
  z3::expr number(Int n) const;
  z3::expr left(const Equation& e, const std::vector<z3::expr>& at) const;
  z3::expr left(const Term& t, const std::vector<z3::expr>& at) const;

  z3::context& c_;
  std::vector<bool> in_equations_;
  const std::vector<Int>& thresholds_;
  const Facts* const common_;
  std::vector<Equation> equations_;
  std::vector<Bound> bounds_;
  std::vector<Term> never_zero_;
  std::vector<Congruence> congruences_;
  std::vector<int> upper_, lower_;  // by variable: its own bounds, as indices into bounds_, or -1
  bool none_ = true;
  unsigned version_ = 0;
};

}  // namespace heddle::induction
