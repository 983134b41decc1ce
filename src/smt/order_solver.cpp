// SPDX-License-Identifier: GPL-3.0-or-later
// The interface of the room in front of the search, and the literals of ordered pairs: one for two nodes, made when
// asked for.
#include "smt/order_solver.h"

#include <unordered_map>

#include "base/check.h"
#include "smt/minisat/search.h"

namespace heddle::smt {

struct OrderSolver::Implementation {
  explicit Implementation(ProofLog* to) : search(to), log(to) {}
  Search search;
  ProofLog* const log;
  std::unordered_map<uint64_t, Lit> pairs;  // smaller node first
};

OrderSolver::OrderSolver(ProofLog* log) : implementation_(std::make_unique<Implementation>(log)) {}
OrderSolver::~OrderSolver() = default;

Lit OrderSolver::new_literal() { return implementation_->search.new_literal(); }
Lit OrderSolver::new_choice() { return implementation_->search.new_choice(); }
void OrderSolver::add(std::span<const Lit> clause) { implementation_->search.add(clause); }
Node OrderSolver::new_node() { return implementation_->search.theory().new_node(); }

void OrderSolver::fix(Node a, Node b) {
  if (implementation_->log) implementation_->log->fixed(a, b);
  implementation_->search.theory().fix(a, b);
}

bool OrderSolver::fixed(Node a, Node b) const {
  OrderTheory& theory = implementation_->search.theory();
  HEDDLE_CHECK(a < theory.nodes() && b < theory.nodes()) << "fixed(" << a << ", " << b << ") of unknown nodes";
  theory.settle();
  return a != b && theory.reaches(a, b);
}

Lit OrderSolver::before(Node a, Node b) {
  if (a == b || fixed(b, a)) return kFalse;
  if (fixed(a, b)) return kTrue;
  if (a > b) return ~before(b, a);
  auto [at, fresh] = implementation_->pairs.try_emplace(uint64_t{a} << 32 | b);
  if (fresh) at->second = implementation_->search.new_order(a, b);
  return at->second;
}

OrderSolver::Answer OrderSolver::solve(const std::vector<Lit>& assumptions, const std::function<bool()>& stop) {
  return implementation_->search.solve(assumptions, stop);
}

bool OrderSolver::value(Lit l) const { return implementation_->search.model_value(l); }
std::vector<Node> OrderSolver::order() const { return implementation_->search.model_order(); }
OrderSolver::Statistics OrderSolver::statistics() const { return implementation_->search.statistics(); }

}  // namespace heddle::smt
