// SPDX-License-Identifier: GPL-3.0-or-later
// MiniSat's data structures and unit propagation (N. Een and N. Sorensson, "An Extensible SAT-solver", SAT 2003) under
// a search loop of our own, because MiniSat has no place for a theory. The loop alternates unit propagation and the
// order theory until both are silent. What the theory implies has no clause: its reason is asked for when a conflict is
// analysed, and most are never asked for. MiniSat sees such a literal as one without reason, as decisions are; the
// first literal of a level is the decision. Learnt clauses are judged by the number of levels in them (G. Audemard and
// L. Simon, "Predicting learnt clauses quality in modern SAT solvers", IJCAI 2009), which is kept in MiniSat's field
// for the activity of a clause.
#pragma once
#include <minisat/core/Solver.h>

#include "smt/order_theory.h"

namespace heddle::smt {

using Minisat::lbool;  // l_True and its friends are macros that name it

class Search : private Minisat::Solver {
 public:
  explicit Search(ProofLog* log);
  Lit new_literal();
  Lit new_choice();
  Lit new_order(Node a, Node b);  // true: a comes before b
  void add(std::span<const Lit> clause);
  OrderSolver::Answer solve(const std::vector<Lit>& assumptions, const std::function<bool()>& stop);
  bool model_value(Lit l) const;
  const std::vector<Node>& model_order() const { return model_order_; }
  OrderTheory& theory() { return theory_; }
  const OrderTheory& theory() const { return theory_; }
  OrderSolver::Statistics statistics() const;

 private:
  using MLit = Minisat::Lit;
  using CRef = Minisat::CRef;
  static Lit ours(MLit l) { return {static_cast<uint32_t>(Minisat::toInt(l))}; }
  static MLit theirs(Lit l) { return Minisat::toLit(static_cast<int>(l.code)); }
  struct Ends {
    Node first = 0, second = 0;  // equal: no order literal
    bool choice = false;
  };
  enum class Outcome : uint8_t { Sat, Unsat, Restart, Stopped };

  // search.cpp: the loop
  bool begin();
  Outcome run(const std::function<bool()>& stop);
  bool resolve_conflict();
  Outcome decide();
  bool time_to_restart();
  void reduce_learnts();
  void undo(int level);
  // propagation.cpp: false means that conflict_ is a clause all of whose literals are false
  bool propagate_all();
  bool propagate_order(MLit p);
  bool enqueue_implied();
  void explain(MLit p, std::vector<Lit>& reason);
  // analysis.cpp
  void analyze();
  void append_reason(MLit p);
  bool is_order(Minisat::Var v) const { return ends_[v].first != ends_[v].second; }
  bool implied_by_theory(Minisat::Var v) const;
  bool redundant(MLit p, uint32_t levels, int depth);
  void minimise();
  unsigned count_levels(const std::vector<MLit>& clause);
  void learn();
  // proof.cpp: what happened, for the log, if there is one
  void log_cycle(MLit p, const std::vector<Lit>& path);
  void log_learnt(const std::vector<MLit>& clause);
  void log_deleted(const Minisat::Clause& clause);
  void log_failed_assumption(MLit p);

  ProofLog* const log_;
  OrderTheory theory_;
  std::vector<Ends> ends_;      // of each variable
  int theory_head_ = 0;         // what is before it on the trail, the theory knows
  std::vector<MLit> conflict_;  // the clause that is false; then the reasons on the way
  std::vector<Lit> path_;
  std::vector<MLit> learnt_;  // the first one will be asserted
  std::vector<Minisat::Var> to_clear_;
  std::vector<uint64_t> level_stamp_;
  uint64_t stamp_ = 0;
  unsigned learnt_levels_ = 0;
  double recent_levels_ = 0, usual_levels_ = 0;  // moving averages
  uint64_t conflicts_since_restart_ = 0, next_reduction_ = 2000, reductions_ = 0, asked_ = 0;
  uint64_t cycles_ = 0, implied_orders_ = 0, order_literals_ = 0;
  std::vector<Node> model_order_;
};

}  // namespace heddle::smt
