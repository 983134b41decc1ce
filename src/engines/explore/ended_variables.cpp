// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/explore/ended_variables.h"

#include <algorithm>

namespace heddle::explore {

using semantics::State;
using semantics::ThreadStatus;

std::vector<std::vector<uint32_t>> variables_by_procedure(const model::Program& p) {
  std::vector<std::vector<uint32_t>> all;
  for (const model::Procedure& f : p.procedures) {
    std::vector<uint32_t>& variables = all.emplace_back();
    for (const model::Instr& i : f.code)
      if (i.kind == model::InstrKind::Alloca) variables.push_back(static_cast<uint32_t>(p.objects.size()) + i.site);
  }
  return all;
}

EndedVariables::Locks EndedVariables::locks_of(const State& s, unsigned thread) const {
  Locks locks;
  if (thread < machine_.threads(s))
    for (const semantics::Machine::LockAt& lock : machine_.locks_of(s, thread))
      if (!machine_.is_created(lock.obj)) locks.insert({lock.obj, lock.offset});
  return locks;
}

EndedVariables::End EndedVariables::end_by(unsigned thread, const State& to, bool with_locks) const {
  End e{thread, with_locks ? locks_of(to, thread) : Locks{}, {}};
  if (thread == 0)
    for (unsigned t = 0; t < machine_.threads(to); ++t)
      e.there.push_back(machine_.info(machine_.thread_part(to, t)).status != ThreadStatus::Free);
  return e;
}

void EndedVariables::look_at_step(unsigned thread, const semantics::StepResult& r, const State& to) {
  for (const auto& c : r.compared_variables)
    known_[c.variable].comparisons.insert({c.thread, c.owner, locks_of(to, c.thread)});
  for (const auto& e : r.ended) known_[e.variable].ends.insert(end_by(e.thread, to, true));
  for (const auto& l : r.lost) {
    if (!l.shared || l.creator == 0) continue;
    if (l.creator == thread + 1 && r.compared_variables.empty())
      known_[l.object].ends.insert(end_by(thread, to, true));
    else
      known_[l.object].returns_count = true;
  }
  for (const auto& f : r.returned) returns_[f.procedure].insert(end_by(f.thread, to, false));
}

void EndedVariables::add(const EndedVariables& other) {
  for (const auto& [variable, theirs] : other.known_) {
    Variable& mine = known_[variable];
    mine.comparisons.insert(theirs.comparisons.begin(), theirs.comparisons.end());
    mine.ends.insert(theirs.ends.begin(), theirs.ends.end());
    mine.returns_count |= theirs.returns_count;
  }
  for (size_t f = 0; f < returns_.size(); ++f) returns_[f].insert(other.returns_[f].begin(), other.returns_[f].end());
}

bool EndedVariables::apart(const Comparison& c, const End& e, bool only_main_joins) {
  if (c.owner != e.thread) return true;  // another call's
  if (only_main_joins && e.thread == 0 && (c.thread >= e.there.size() || !e.there[c.thread])) return true;
  return std::any_of(c.locks.begin(), c.locks.end(), [&](const auto& l) { return e.locks.count(l) > 0; });
}

// Does an end of the variable not wait for the comparison?
bool EndedVariables::comes_too_early(uint32_t variable, const Variable& v, const Comparison& c,
                                     bool only_main_joins) const {
  auto meets = [&](const End& e) { return !apart(c, e, only_main_joins); };
  if (std::any_of(v.ends.begin(), v.ends.end(), meets)) return true;
  for (size_t f = 0; v.returns_count && f < returns_.size(); ++f) {
    const std::vector<uint32_t>& mine = variables_[f];
    if (std::find(mine.begin(), mine.end(), variable) == mine.end()) continue;
    if (std::any_of(returns_[f].begin(), returns_[f].end(), meets)) return true;
  }
  return false;
}

bool EndedVariables::may_be_compared(bool only_main_joins) const {
  return std::any_of(known_.begin(), known_.end(), [&](const auto& variable) {
    const std::set<Comparison>& all = variable.second.comparisons;
    return std::any_of(all.begin(), all.end(), [&](const Comparison& c) {
      return comes_too_early(variable.first, variable.second, c, only_main_joins);
    });
  });
}

}  // namespace heddle::explore
