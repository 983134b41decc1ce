// SPDX-License-Identifier: GPL-3.0-or-later
// Who steps next in a random execution. Three ways:
//
// Priorities (Burckhardt, Kothari, Musuvathi and Nagarakatte, "A Randomized Scheduler with Probabilistic Guarantees of
// Finding Bugs", ASPLOS 2010): every thread gets a random priority, the highest one that can step does, and at few
// random moments the running thread falls below all others. With d - 1 such moments, a bug that needs d ordering
// constraints is found with a probability of at least 1 / (n k^(d-1)) for n threads and k steps.
//
// Chance: the running thread goes on, and with a chance of one in m another one takes over.
//
// Turns: each thread takes some steps, then the next one does; in every second such walk main goes on first until it
// has to wait. So many threads come to the same place, as in a ring of threads that wait for each other, for which
// priorities would have to change once for each of them.
//
// Suspects (Sen, "Race Directed Random Testing of Concurrent Programs", PLDI 2008; for rings of waits: Joshi, Park, Sen
// and Naik, "A Randomized Dynamic Program Analysis Technique for Detecting Real Deadlocks", PLDI 2009): by chance, but
// a thread that comes to a place which somebody suspects waits there, until another one has come to a place that it is
// suspected with, or nobody else can step. Every second walk is of this kind if there is anything to suspect.
//
// Where we differ: a thread that has taken many steps in a row while others could step falls below them, too. It may
// be waiting in a loop for one of them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <set>
#include <unordered_map>
#include <vector>

#include "base/random.h"
#include "trace/suspicions.h"

namespace heddle::walk {

// A thread that can step, and the instruction that is next.
struct Able {
  unsigned thread = 0;
  model::EventId next = 0;
};

// What somebody suspects: accesses that may race, and waits that may be a ring.
struct Targets {
  trace::Suspects races, waits;
  bool empty() const { return races.empty() && waits.empty(); }
  bool has(model::EventId e) const { return races.has(e) || waits.has(e); }
  bool has(model::EventId a, model::EventId b) const { return races.has(a, b) || waits.has(a, b); }
};

class WhoSteps {
 public:
  // For the walk of this number; `steps`: how long walks are, as far as is known.
  WhoSteps(base::Random& random, unsigned walk, size_t steps, const Targets& targets);
  // One of `able`, which is in order and not empty.
  unsigned next(const std::vector<Able>& able);
  void took_a_step(unsigned thread);  // when it did

 private:
  enum class By : uint8_t { Priorities, Chance, Turns, Suspects };
  unsigned by_turns(const std::vector<unsigned>& able);
  unsigned highest(const std::vector<unsigned>& able);
  unsigned by_suspects(const std::vector<Able>& able);
  void demote(unsigned thread) { priorities_[thread] = --lowest_; }

  base::Random& random_;
  const Targets& targets_;
  std::set<unsigned> put_off_;  // threads that wait before a place of `targets_`
  std::set<unsigned> let_go_;   // threads that have waited there, and do not wait again before they step
  By by_ = By::Priorities;
  unsigned one_in_ = 2, patience_ = 0;
  std::unordered_map<unsigned, unsigned> share_;  // steps that a thread takes when it is its turn
  unsigned largest_share_ = 1;
  bool main_first_ = false;
  std::vector<size_t> changes_;  // steps after which the running thread is demoted, the last one first
  std::unordered_map<unsigned, int64_t> priorities_;
  int64_t lowest_ = 0;
  size_t steps_ = 0;
  unsigned running_ = 0, in_a_row_ = 0;
};

}  // namespace heddle::walk
