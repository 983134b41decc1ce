// SPDX-License-Identifier: GPL-3.0-or-later
// The log of a search (proof_log.h). What the order implies on level 0 has no literals in its explanation: it follows
// from what holds for good.
#include <algorithm>

#include "smt/minisat/search.h"

namespace heddle::smt {

// p and the path that leads from the end of its edge back to the beginning; paths are explained from their end.
void Search::log_cycle(MLit p, const std::vector<Lit>& path) {
  if (!log_) return;
  std::vector<Lit> cycle{ours(p)};
  cycle.insert(cycle.end(), path.rbegin(), path.rend());
  log_->cycle(cycle);
}

void Search::log_learnt(const std::vector<MLit>& clause) {
  if (!log_) return;
  std::vector<Lit> literals;
  for (MLit l : clause) literals.push_back(ours(l));
  log_->learnt(literals);
}

void Search::log_deleted(const Minisat::Clause& clause) {
  if (!log_) return;
  std::vector<Lit> literals;
  for (int i = 0; i < clause.size(); ++i) literals.push_back(ours(clause[i]));
  log_->deleted(literals);
}

// The assumption p is false because of those before it: goes back to them, and logs the cycles on the way.
void Search::log_failed_assumption(MLit p) {
  if (!log_) return;
  std::vector<MLit> clause{~p};
  if (level(var(p)) > 0) seen[var(p)] = 1;
  for (int at = trail.size(); decisionLevel() > 0 && at-- > trail_lim[0];) {
    MLit q = trail[at];
    if (!seen[var(q)]) continue;
    seen[var(q)] = 0;
    if (reason(var(q)) == Minisat::CRef_Undef && !implied_by_theory(var(q))) {
      clause.push_back(~q);
      continue;
    }
    conflict_.clear();
    append_reason(q);
    for (MLit r : conflict_)
      if (level(var(r)) > 0) seen[var(r)] = 1;
  }
  conflict_.clear();
  log_learnt(clause);
}

}  // namespace heddle::smt
