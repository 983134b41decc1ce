// SPDX-License-Identifier: GPL-3.0-or-later
// The contract of all numerical domains: an abstract value stands for a set of points, each of which gives an integer
// to every variable 0 .. variables() - 1. Every operation may add points, none may lose one. The integers are those of
// mathematics; what machine integers make of them is the business of domains/machine.h.
//
//   ranges       each variable between two bounds
//   octagons     sums and differences of two variables bounded (Miné, "The octagon abstract domain", 2006)
//   polyhedra    any linear inequality (Cousot and Halbwachs, POPL 1978)
//   congruences  each variable modulo some number (Granger, 1989)
//
// Octagons and polyhedra are the Parma Polyhedra Library's (domains/shapes.cpp).
#pragma once
#include <functional>
#include <memory>

#include "domains/linear.h"

namespace heddle::domains {

class Lattice;
using Value = std::unique_ptr<Lattice>;

class Lattice {
 public:
  virtual ~Lattice() = default;
  virtual Value copy() const = 0;
  virtual size_t variables() const = 0;
  virtual bool is_bottom() const = 0;  // certainly no point
  virtual void make_bottom() = 0;
  virtual void join(const Lattice& other) = 0;           // of the same kind and size, as everywhere below
  virtual void meet_at_least_zero(const Linear& e) = 0;  // keep the points at which e >= 0
  virtual void meet_zero(const Linear& e);               // ... e == 0
  virtual void assign(Var x, const Form& e) = 0;         // e speaks of the value of x before
  virtual void forget(Var x) = 0;
  // Afterwards the value includes `before` and what it was, and every chain of such steps becomes stable.
  // Thresholds, ascending, are bounds at which single variables may stop for a while.
  virtual void widen(const Lattice& before, const std::vector<Int>& thresholds) = 0;
  // `after` is included here. Afterwards the value includes `after`, and the caller takes only a few such steps.
  virtual void narrow(const Lattice& after) = 0;
  virtual bool includes(const Lattice& other) const = 0;
  // Of e at all points. If there is no point, they mean nothing.
  virtual Bounds bounds(const Linear& e) const = 0;
  virtual Residue residue(const Linear& e) const;
  // The facts, separated by commas; "anything" and "nothing".
  virtual std::string text(const std::function<std::string(Var)>& name) const = 0;

  Bounds bounds(const Form& e) const { return sum(bounds(e.sum), e.noise); }
  Residue residue(const Form& e) const;

 protected:
  // The bounds of x that follow from e >= 0 and the bounds of the other variables.
  Bounds implied(const Linear& e, Var x) const;
};

// Who is related to whom: variables on one def-use chain are in one cluster, as long as it does not grow too large.
class Clusters {
 public:
  explicit Clusters(size_t variables, size_t most = 12);
  bool relate(Var a, Var b);  // false: the cluster would be too large, or the two are in one already
  std::vector<std::vector<Var>> groups() const;
  size_t variables() const { return parent_.size(); }

 private:
  Var root(Var x) const;
  std::vector<Var> parent_;
  std::vector<size_t> size_;
  size_t most_;
};

enum class Kind : uint8_t { Ranges, Octagons, Polyhedra, Congruences };

// Every point of Z^variables.
Value anything(Kind kind, size_t variables);
// All of them at once: a point is in the value if it is in each part. What one part knows helps the others.
Value anything(const std::vector<Kind>& kinds, size_t variables);
// Ranges and congruences of all variables, and the relational kind within each cluster only.
Value anything(Kind relational, const Clusters& clusters);

}  // namespace heddle::domains
