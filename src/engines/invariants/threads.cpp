// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/invariants/threads.h"

#include "base/check.h"

namespace heddle::invariants {

ThreadTable::ThreadTable(model::ProcId entry) {
  Thread main;
  main.begins_with = entry;
  main.over_at_start = Threads{};
  all_.push_back(main);
}

ThreadId ThreadTable::number(ThreadId parent, model::ProcId begins_with, unsigned nth) {
  HEDDLE_CHECK(parent < all_.size()) << "a thread is started by nobody";
  auto [it, is_new] = numbers_.try_emplace({parent, begins_with, nth}, static_cast<ThreadId>(all_.size()));
  if (is_new) {
    Thread t;
    t.parent = parent;
    t.begins_with = begins_with;
    t.nth = nth;
    t.unique = all_[parent].unique && nth != kMany;
    all_.push_back(t);
  }
  return it->second;
}

ThreadId ThreadTable::next(ThreadId parent, model::ProcId begins_with, const Threads& started) {
  // A thread that starts threads of its own kind would have ancestors without end.
  unsigned depth = 0;
  for (ThreadId t = parent; t != 0; t = all_[t].parent)
    if (all_[t].begins_with == begins_with && ++depth >= 2) {
      stands_for_many(t);
      return t;
    }
  if (all_[parent].unique)
    for (unsigned nth = 1; nth <= kOneByOne; ++nth) {
      auto it = numbers_.find({parent, begins_with, nth});
      if (it == numbers_.end() || !started.count(it->second)) return number(parent, begins_with, nth);
    }
  return number(parent, begins_with, kMany);
}

void ThreadTable::stands_for_many(ThreadId t) {
  if (!all_[t].unique) return;
  all_[t].unique = false;
  changed = true;
  // Threads come after their parents.
  for (size_t k = 1; k < all_.size(); ++k) {
    HEDDLE_CHECK(all_[k].parent < k) << "a thread came before its parent";
    if (!all_[all_[k].parent].unique) all_[k].unique = false;
  }
}

std::optional<ThreadId> ThreadTable::child_towards(ThreadId a, ThreadId b) const {
  for (ThreadId t = b; t != 0; t = all_[t].parent)
    if (all_[t].parent == a) return t;
  return std::nullopt;
}

bool ThreadTable::parallel(ThreadId a, const Threads& started_a, const Threads& over_a, ThreadId b,
                           const Threads& started_b, const Threads& over_b) const {
  HEDDLE_CHECK(a < all_.size() && b < all_.size()) << "a thread that nobody has started";
  if (a == b) return !all_[a].unique;
  if (over_a.count(b) || over_b.count(a)) return false;
  if (all_[a].unique)
    if (auto child = child_towards(a, b)) return started_a.count(*child) > 0;
  if (all_[b].unique)
    if (auto child = child_towards(b, a)) return started_b.count(*child) > 0;
  return true;
}

}  // namespace heddle::invariants
