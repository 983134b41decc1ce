// SPDX-License-Identifier: GPL-3.0-or-later
// Unit propagation and the order theory, until both are silent. Units go first: they are cheaper, and the theory then
// sees edges that are final.
#include "smt/minisat/search.h"

namespace heddle::smt {

bool Search::propagate_all() {
  while (true) {
    if (CRef c = propagate(); c != Minisat::CRef_Undef) {
      const Minisat::Clause& clause = ca[c];
      conflict_.clear();
      for (int i = 0; i < clause.size(); ++i) conflict_.push_back(clause[i]);
      return false;
    }
    if (theory_head_ == trail.size()) return true;
    while (theory_head_ < trail.size() && qhead == trail.size())
      if (!propagate_order(trail[theory_head_++])) return false;
  }
}

bool Search::propagate_order(MLit p) {
  if (!is_order(var(p))) return true;
  Ends e = ends_[var(p)];
  if (sign(p)) std::swap(e.first, e.second);
  if (theory_.insert(e.first, e.second, ours(p))) return enqueue_implied();
  ++cycles_;
  path_.clear();
  theory_.explain(e.second, e.first, path_);
  log_cycle(p, path_);
  conflict_.assign(1, ~p);
  for (Lit l : path_) conflict_.push_back(theirs(~l));
  return false;
}

bool Search::enqueue_implied() {
  for (Lit l : theory_.implied()) {
    MLit p = theirs(l);
    if (value(p) == l_Undef) {
      ++implied_orders_;
      if (decisionLevel() == 0) log_cycle(~p, {});
      uncheckedEnqueue(p);
    } else if (value(p) == l_False) {
      ++cycles_;
      conflict_.assign(1, p);
      path_.clear();
      explain(p, path_);
      log_cycle(~p, path_);
      for (Lit q : path_) conflict_.push_back(theirs(~q));
      theory_.implied().clear();
      return false;
    }
  }
  theory_.implied().clear();
  return true;
}

// The true literals that together imply the order literal p.
void Search::explain(MLit p, std::vector<Lit>& reason) {
  Ends e = ends_[var(p)];
  if (sign(p)) std::swap(e.first, e.second);
  theory_.explain(e.first, e.second, reason);
}

}  // namespace heddle::smt
