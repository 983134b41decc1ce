// SPDX-License-Identifier: GPL-3.0-or-later
// Deadlocks as a question to the ordering solver. Executions are prefixes in which a thread may end wherever it could
// have to wait; it is a deadlock if in the end all threads that have not ended wait for what is not there, or some wait
// for each other in a ring. What is left in the end is read behind everything else. Whom a signal wakes is chosen: a
// sleeper stays asleep if every signal behind its falling asleep went to somebody else.
//
// Where it is not exact it says "deadlock" too often (readers of a lock that it does not know for certain, guards of
// atomic sections); the interpreter has the last word on a violation, so that this costs proofs but makes no wrong one.
#pragma once
#include <map>
#include <optional>

#include "engines/order/events.h"
#include "trace/suspicions.h"

namespace heddle::order {

class Deadlocks {
 public:
  // Before order_memory: looks at what is left in the end.
  Deadlocks(Events& events, smt::Circuit& circuit);
  // After it: the condition.
  Lit condition();
  Lit somebody_waits_at_each(const trace::Suspicion& ring);                  // in the end
  bool asleep(unsigned thread, const smt::OrderSolver& solver) const;        // in the model
  std::map<uint32_t, unsigned> woken(const smt::OrderSolver& solver) const;  // in the model: by events that signal

 private:
  const Value& left(const Target& cell);
  std::optional<Value> left_in(const Target& cell);  // of a lock that is order only
  // under a read-write lock, where the thread has stopped; true: not known
  Lit reads_in_the_end(const Target& cell, unsigned thread);
  Lit holds(const std::vector<Target>& cells, const std::function<Lit(const Bits& left)>& what);
  Lit same_place(const std::vector<Target>& a, const std::vector<Target>& b);
  Lit blocked(size_t stop);
  Lit stays_asleep(size_t stop);
  Lit waits_for(const Stop& stop, unsigned other);
  Lit takes(size_t signal, size_t stop);

  Events& u_;
  smt::Circuit& c_;
  Node end_ = 0;
  std::map<std::pair<uint32_t, Bits>, Value> left_;
  std::map<size_t, Lit> asleep_;                    // by stop
  std::map<std::pair<size_t, size_t>, Lit> takes_;  // by signal and stop
};

}  // namespace heddle::order
