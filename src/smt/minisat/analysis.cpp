// SPDX-License-Identifier: GPL-3.0-or-later
// From a conflict to the clause that is learnt: resolve with reasons until one literal of the last level is left, drop
// what the others imply, go back to where the clause forces its first literal.
#include <algorithm>

#include "smt/minisat/search.h"

namespace heddle::smt {

using Minisat::CRef_Undef;
using Minisat::Var;

namespace {
enum : char { kUnseen, kSource, kRemovable, kNeeded };
// Orders first: values follow from who reads from whom. Measured on unsatisfiable counters, locks and transfers, 15 of
// them: weight 1 takes 2.8 times as long, 2 and 8 take 1.2 times as long. Choices of a write need a weight as well, or
// the search enumerates what was written (bench/order, read_write_lock: with 2 it does so for 6 readers, with 4 for
// 10); 8 and more take up to 1.5 times as long on counters and queues.
constexpr double kOrderWeight = 4, kChoiceWeight = 4;
constexpr int kDeepest = 100;  // of the recursion in redundant()
}  // namespace

bool Search::implied_by_theory(Var v) const {
  return reason(v) == CRef_Undef && level(v) > 0 && var(trail[trail_lim[level(v) - 1]]) != v;
}

// The false literals of the clause that made p true.
void Search::append_reason(MLit p) {
  if (CRef r = reason(var(p)); r != CRef_Undef) {
    const Minisat::Clause& c = ca[r];
    for (int i = 0; i < c.size(); ++i)
      if (c[i] != p) conflict_.push_back(c[i]);
    return;
  }
  path_.clear();
  explain(p, path_);
  log_cycle(~p, path_);
  for (Lit l : path_) conflict_.push_back(theirs(~l));
}

void Search::analyze() {
  learnt_.assign(1, Minisat::lit_Undef);
  to_clear_.clear();
  int open = 0, index = trail.size();
  MLit p;
  do {
    for (MLit q : conflict_) {
      Var v = var(q);
      if (seen[v] || level(v) == 0) continue;
      varBumpActivity(v, (is_order(v) ? kOrderWeight : ends_[v].choice ? kChoiceWeight : 1) * var_inc);
      seen[v] = kSource;
      to_clear_.push_back(v);
      if (level(v) == decisionLevel())
        ++open;
      else
        learnt_.push_back(q);
    }
    do p = trail[--index];
    while (!seen[var(p)]);
    conflict_.clear();
    if (--open > 0) append_reason(p);
  } while (open > 0);
  learnt_[0] = ~p;
  minimise();
  for (Var v : to_clear_) seen[v] = kUnseen;
  learnt_levels_ = count_levels(learnt_);
  auto deepest = std::max_element(learnt_.begin() + 1, learnt_.end(),
                                  [this](MLit a, MLit b) { return level(var(a)) < level(var(b)); });
  if (deepest != learnt_.end()) std::swap(learnt_[1], *deepest);
}

// Drops literals that follow from others of the clause. Reasons never lead to the last level again.
void Search::minimise() {
  uint32_t levels = 0;
  for (size_t i = 1; i < learnt_.size(); ++i) levels |= abstractLevel(var(learnt_[i]));
  auto last = std::remove_if(learnt_.begin() + 1, learnt_.end(), [&](MLit q) {
    bool has_reason = reason(var(q)) != CRef_Undef || implied_by_theory(var(q));
    return has_reason && redundant(~q, levels, 0);
  });
  learnt_.erase(last, learnt_.end());
}

bool Search::redundant(MLit p, uint32_t levels, int depth) {
  size_t begin = conflict_.size();
  append_reason(p);
  bool all = true;
  for (size_t i = begin; all && i < conflict_.size(); ++i) {
    MLit q = conflict_[i];
    Var v = var(q);
    if (level(v) == 0 || seen[v] == kSource || seen[v] == kRemovable) continue;
    bool hopeless = seen[v] == kNeeded || depth == kDeepest || !(abstractLevel(v) & levels) ||
                    (reason(v) == CRef_Undef && !implied_by_theory(v));
    all = !hopeless && redundant(~q, levels, depth + 1);
  }
  conflict_.resize(begin);
  if (Var v = var(p); seen[v] == kUnseen) {
    seen[v] = all ? kRemovable : kNeeded;
    to_clear_.push_back(v);
  }
  return all;
}

unsigned Search::count_levels(const std::vector<MLit>& clause) {
  level_stamp_.resize(std::max<size_t>(level_stamp_.size(), static_cast<size_t>(decisionLevel()) + 1));
  ++stamp_;
  unsigned count = 0;
  for (MLit q : clause)
    if (uint64_t& s = level_stamp_[static_cast<size_t>(level(var(q)))]; s != stamp_) {
      s = stamp_;
      ++count;
    }
  return count;
}

void Search::learn() {
  constexpr double kRecent = 1.0 / 32, kUsual = 1.0 / 4096;
  recent_levels_ += kRecent * (learnt_levels_ - recent_levels_);
  usual_levels_ += std::max(kUsual, 1.0 / static_cast<double>(conflicts)) * (learnt_levels_ - usual_levels_);
  log_learnt(learnt_);
  if (learnt_.size() == 1) return uncheckedEnqueue(learnt_[0]);
  add_tmp.clear();
  for (MLit q : learnt_) add_tmp.push(q);
  CRef c = ca.alloc(add_tmp, true);
  ca[c].activity() = static_cast<float>(learnt_levels_);
  learnts.push(c);
  attachClause(c);
  uncheckedEnqueue(learnt_[0], c);
}

}  // namespace heddle::smt
