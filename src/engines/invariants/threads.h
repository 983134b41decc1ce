// SPDX-License-Identifier: GPL-3.0-or-later
// Abstract threads: who started it, with which procedure, and its number among those of its kind. The first ones of
// each kind are known one by one; the later ones are one abstract thread that stands for many. What a thread starts
// that stands for many stands for many, too.
//
// Two accesses of different threads are ordered if one of the threads was over when the other access, or the other
// thread, began; or if the thread of one access had not been started when the thread that starts it did the other.
#pragma once
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "engines/invariants/state.h"

namespace heddle::invariants {

struct Thread {
  ThreadId parent = 0;
  model::ProcId begins_with = model::kNone;
  unsigned nth = 1;    // of this parent's with this procedure; kMany: all later ones
  bool unique = true;  // there is at most one such thread
  Value argument;
  // Whoever starts one hands over an object that nobody else knows: threads get different ones.
  bool gets_its_own = true;
  // Threads that are over before this one begins, or has ended. Absent: it was not seen to begin or to end.
  std::optional<Threads> over_at_start, over_at_end;
  Team team;
  bool again = false;  // one was started when all were taken to be over
};

class ThreadTable {
 public:
  static constexpr unsigned kOneByOne = 8, kMany = 0;

  ThreadTable() = default;
  explicit ThreadTable(model::ProcId entry);
  bool changed = false;  // a thread that was taken for unique is not
  std::map<Root, Counter> counters;
  size_t size() const { return all_.size(); }
  Thread& operator[](ThreadId t) { return all_[t]; }
  const Thread& operator[](ThreadId t) const { return all_[t]; }

  // The thread that `parent` starts next, having perhaps started these.
  ThreadId next(ThreadId parent, model::ProcId begins_with, const Threads& started);

  // May a thread `a` be at a place where it has started and outlived such threads while a thread `b` is at such a
  // place?
  bool parallel(ThreadId a, const Threads& started_a, const Threads& over_a, ThreadId b, const Threads& started_b,
                const Threads& over_b) const;

 private:
  void stands_for_many(ThreadId t);
  ThreadId number(ThreadId parent, model::ProcId begins_with, unsigned nth);
  // The thread started by `a` that is `b` or among its ancestors.
  std::optional<ThreadId> child_towards(ThreadId a, ThreadId b) const;

  std::vector<Thread> all_;
  std::map<std::tuple<ThreadId, model::ProcId, unsigned>, ThreadId> numbers_;
};

}  // namespace heddle::invariants
