// SPDX-License-Identifier: GPL-3.0-or-later
// The search loop: propagate, learn from conflicts, decide; restarts and the deletion of learnt clauses.
#include "smt/minisat/search.h"

#include <algorithm>

#include "base/check.h"

namespace heddle::smt {

using Minisat::lit_Undef;

namespace {
constexpr uint64_t kFirstReduction = 2000, kReductionStep = 300, kShortestRun = 50;
constexpr float kGoodLevels = 2;  // clauses with that few levels are kept for good
constexpr double kRestartMargin = 0.8;
// conflicts, or kDecisionsPerConflict times as many decisions, between two questions to stop
constexpr uint64_t kAskEvery = 64;
constexpr uint64_t kDecisionsPerConflict = 32;
}  // namespace

Search::Search(ProofLog* log) : log_(log) {
  ends_.resize(1);
  newVar();
  addClause(Minisat::mkLit(0));
}

Lit Search::new_literal() {
  ends_.emplace_back();
  return ours(Minisat::mkLit(newVar()));
}

Lit Search::new_choice() {
  Lit l = new_literal();
  ends_.back().choice = true;
  return l;
}

Lit Search::new_order(Node a, Node b) {
  Lit l = new_literal();
  ends_.back() = {a, b};
  polarity[nVars() - 1] = false;  // guesses that never contradict each other: the older node first
  theory_.watch(a, b, l);
  if (log_) log_->order(l, a, b);
  ++order_literals_;
  return l;
}

void Search::add(std::span<const Lit> clause) {
  if (log_) log_->clause(clause);
  add_tmp.clear();
  for (Lit l : clause) {
    if (l == kTrue) return;
    HEDDLE_CHECK(l.code / 2 < static_cast<uint32_t>(nVars())) << "literal " << l.code << " is unknown";
    if (l != kFalse) add_tmp.push(theirs(l));
  }
  addClause_(add_tmp);
}

OrderSolver::Answer Search::solve(const std::vector<Lit>& wanted, const std::function<bool()>& stop) {
  model.clear();
  assumptions.clear();
  for (Lit l : wanted) assumptions.push(theirs(l));
  Outcome outcome = begin() ? Outcome::Restart : Outcome::Unsat;
  while (outcome == Outcome::Restart) {
    conflicts_since_restart_ = 0;
    recent_levels_ = usual_levels_;
    outcome = run(stop);
    undo(0);
  }
  if (!ok) log_learnt({});
  if (outcome == Outcome::Stopped) return OrderSolver::Answer::Unknown;
  return outcome == Outcome::Sat ? OrderSolver::Answer::Sat : OrderSolver::Answer::Unsat;
}

// Level 0: the fixed edges, what they decide, and what follows.
bool Search::begin() {
  if (!ok) return false;
  if (theory_.prepare()) theory_head_ = 0;
  ok = theory_.settle() && enqueue_implied() && propagate_all();
  return ok && simplify();
}

Search::Outcome Search::run(const std::function<bool()>& stop) {
  while (true) {
    if (!propagate_all()) {
      if (!resolve_conflict()) return Outcome::Unsat;
      continue;
    }
    if (conflicts * kDecisionsPerConflict + decisions >= asked_ + kAskEvery * kDecisionsPerConflict) {
      asked_ = conflicts * kDecisionsPerConflict + decisions;
      if (stop && stop()) return Outcome::Stopped;
    }
    if (time_to_restart()) return Outcome::Restart;
    if (conflicts >= next_reduction_) reduce_learnts();
    if (Outcome o = decide(); o != Outcome::Restart) return o;
  }
}

bool Search::resolve_conflict() {
  ++conflicts;
  ++conflicts_since_restart_;
  if (decisionLevel() == 0) return ok = false;
  analyze();
  undo(learnt_.size() == 1 ? 0 : level(var(learnt_[1])));
  learn();
  varDecayActivity();
  return true;
}

// Restart: a decision was made, go on.
Search::Outcome Search::decide() {
  MLit next = lit_Undef;
  while (next == lit_Undef && decisionLevel() < assumptions.size()) {
    MLit p = assumptions[decisionLevel()];
    if (value(p) == l_False) {
      log_failed_assumption(p);
      return Outcome::Unsat;
    }
    if (value(p) == l_True) {
      newDecisionLevel();
      theory_.push_level();
    } else {
      next = p;
    }
  }
  if (next == lit_Undef) {
    ++decisions;
    next = pickBranchLit();
  }
  if (next == lit_Undef) {
    assigns.copyTo(model);
    model_order_ = theory_.order();
    return Outcome::Sat;
  }
  newDecisionLevel();
  theory_.push_level();
  uncheckedEnqueue(next);
  return Outcome::Restart;
}

void Search::undo(int to) {
  if (decisionLevel() <= to) return;
  theory_head_ = std::min(theory_head_, trail_lim[to]);
  cancelUntil(to);
  theory_.pop_levels(static_cast<size_t>(to));
}

bool Search::time_to_restart() {
  return conflicts_since_restart_ >= kShortestRun && recent_levels_ * kRestartMargin > usual_levels_ &&
         decisionLevel() > assumptions.size();
}

void Search::reduce_learnts() {
  next_reduction_ = conflicts + kFirstReduction + kReductionStep * ++reductions_;
  std::vector<CRef> sorted;
  for (int i = 0; i < learnts.size(); ++i) sorted.push_back(learnts[i]);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [this](CRef a, CRef b) { return ca[a].activity() > ca[b].activity(); });
  learnts.clear();
  for (size_t i = 0; i < sorted.size(); ++i) {
    const Minisat::Clause& c = ca[sorted[i]];
    if (i < sorted.size() / 2 && c.size() > 2 && ca[sorted[i]].activity() > kGoodLevels && !locked(c)) {
      log_deleted(c);
      removeClause(sorted[i]);
    } else {
      learnts.push(sorted[i]);
    }
  }
  checkGarbage();
}

bool Search::model_value(Lit l) const {
  HEDDLE_CHECK(l.is_constant() || l.code / 2 < static_cast<uint32_t>(model.size()))
      << "literal " << l.code << " has no value: the last answer was not Sat, or it is newer";
  return l.is_constant() ? l == kTrue : modelValue(theirs(l)) == l_True;
}

OrderSolver::Statistics Search::statistics() const {
  return {static_cast<uint64_t>(nVars()),
          static_cast<uint64_t>(nClauses()),
          theory_.nodes(),
          order_literals_,
          conflicts,
          decisions,
          propagations,
          cycles_,
          implied_orders_};
}

}  // namespace heddle::smt
