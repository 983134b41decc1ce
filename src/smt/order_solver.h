// SPDX-License-Identifier: GPL-3.0-or-later
// A SAT solver that knows what an order is. Nodes are points in time; before(a, b) is a literal that says which of two
// comes first (exactly one of them does), and no assignment is a model in which the true ones form a cycle with each
// other and with the fixed ones. Acyclicity is a theory inside the search: it finds cycles and propagates what an order
// implies.
#pragma once
#include <chrono>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>

#include "smt/literal.h"
#include "smt/proof_log.h"

namespace heddle::smt {

using Node = uint32_t;

class OrderSolver {
 public:
  enum class Answer : uint8_t { Sat, Unsat, Unknown };
  // With a log, every Unsat can be checked by somebody else; it outlives the solver.
  explicit OrderSolver(ProofLog* log = nullptr);
  ~OrderSolver();
  OrderSolver(const OrderSolver&) = delete;
  OrderSolver& operator=(const OrderSolver&) = delete;

  Lit new_literal();
  Lit new_choice();                       // one that much follows from: decided early
  void add(std::span<const Lit> clause);  // a disjunction; constants are allowed
  void add(std::initializer_list<Lit> clause) { add(std::span<const Lit>(clause.begin(), clause.size())); }
  Node new_node();
  // a comes before b, always; a cycle of fixed ones makes everything unsatisfiable
  void fix(Node a, Node b);
  bool fixed(Node a, Node b) const;  // do the fixed ones put a before b?
  // kTrue or kFalse where the fixed ones decide, else the same literal each time
  Lit before(Node a, Node b);
  // Incremental: more literals, nodes and clauses may follow. `stop` is asked now and then.
  Answer solve(const std::vector<Lit>& assumptions, const std::function<bool()>& stop);
  bool value(Lit l) const;          // after Sat
  std::vector<Node> order() const;  // after Sat: all nodes, in an order that fits
  struct Statistics {
    uint64_t variables = 0, clauses = 0, nodes = 0, order_literals = 0, conflicts = 0, decisions = 0, propagations = 0,
             cycles = 0, implied_orders = 0;
  };
  Statistics statistics() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace heddle::smt
