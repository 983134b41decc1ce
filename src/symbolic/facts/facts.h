// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of some integer variables: all linear equations that hold, over the integers and modulo 2^w
// (equations.h), always or while some variable has one of its few values ("while nobody holds the lock"); bounds on
// single variables, sums and differences, each at one of a few thresholds; what each variable is modulo some number
// (Granger, "Static analysis of arithmetical congruences", 1989), and which are never zero or the same. It is the
// smallest such set around the points that were added; adding a point only takes facts away, and that ends. A fact that
// would need very large coefficients is forgotten.
#pragma once
#include <compare>
#include <optional>
#include <vector>

#include "symbolic/facts/equations.h"
#include "smt/z3/terms.h"

namespace heddle::facts {

namespace z3 = smt::z3;

// At which bounds are looked for: next to zero, the ends of ranges, and what the program mentions.
std::vector<Int> thresholds(const std::vector<uint64_t>& constants);

struct Term {  // plus or minus one variable, or two
  uint32_t u = 0, v = 0;
  int8_t by_u = 1, by_v = 0;
  bool few = false;  // counts of threads are in it: only thresholds next to zero are of interest
  auto operator<=>(const Term&) const = default;
};

struct Case {  // the variable has the value
  uint32_t variable = 0;
  Int value = 0;
};

struct Shapes {  // of the facts that are looked for
  std::vector<bool> in_equations;
  struct Wrapping {
    unsigned width = 0;
    std::vector<bool> of;
  };
  std::vector<Wrapping> wrapping;  // in equations modulo 2^width
  std::vector<Case> cases;         // in which more equations may hold
  std::vector<bool> in_cases;      // and of which variables
  std::vector<Term> terms, never_zero;
};

class Facts {
 public:
  // What `common` says, of the first variables here, need not be said again; it must be known wherever these facts are
  // used.
  Facts(z3::Context& context, Shapes shapes, const std::vector<Int>& thresholds, const Facts* common = nullptr);

  bool none() const { return none_; }       // no point was added: nothing is ever here
  bool add(const std::vector<Int>& point);  // whether anything changed
  unsigned version() const { return version_; }

  z3::Term hold(const std::vector<z3::Term>& at) const { return z3::conjunction(all(at), c_); }
  std::vector<z3::Term> all(const std::vector<z3::Term>& at) const;        // one by one
  const std::vector<Equation>& equations() const { return exact_.all(); }  // over the integers, in every case
  // Some fact that mentions a variable that changed does not hold.
  z3::Term broken(const std::vector<z3::Term>& at, const std::vector<bool>& changed) const;

 private:
  struct Within {  // equations that hold in a case
    Case when;
    Equations exact;
    std::vector<Equations> wrapped;
    bool concerns(const std::vector<Int>& point) const { return point[when.variable] == when.value; }
  };
  struct Told {  // an equation that does not follow from others
    Equation equation;
    unsigned width = 0;  // 0: over the integers
    std::optional<Case> when{};
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
  const std::vector<Told>& told() const;
  bool said(const Told& t) const;
  bool said(const Term& never_zero) const;
  bool said(const Congruence& c) const;
  Int value(const Term& t, const std::vector<Int>& point) const;
  bool raise(Bound& b, const std::vector<Int>& point) const;
  Int most(const Bound& b) const;
  bool said(const Bound& b) const;  // by other facts
  z3::Term number(Int n) const;
  z3::Term holds(const Told& t, const std::vector<z3::Term>& at) const;
  z3::Term left(const Term& t, const std::vector<z3::Term>& at) const;

  z3::Context& c_;
  const std::vector<Int>& thresholds_;
  const Facts* const common_;
  Equations exact_;
  std::vector<Equations> wrapped_;
  std::vector<Within> within_;
  mutable std::vector<Told> told_;  // as of told_version_
  mutable unsigned told_version_ = 0;
  std::vector<Bound> bounds_;
  std::vector<Term> never_zero_;
  std::vector<Congruence> congruences_;
  std::vector<int> upper_, lower_;  // by variable: its own bounds, as indices into bounds_, or -1
  bool none_ = true;
  unsigned version_ = 0;
};

}  // namespace heddle::facts
