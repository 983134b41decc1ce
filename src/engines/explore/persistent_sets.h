// SPDX-License-Identifier: GPL-3.0-or-later
// Persistent sets: a subset of the threads such that nothing the other threads can do before one of these moves matters
// to them; exploring only these threads' steps loses no deadlock, no failed assertion and no race.
//
// After Godefroid, "Partial-Order Methods for the Verification of Concurrent Systems" (LNCS 1032, 1996), conflicting
// transitions: start with one thread that can step; for every thread in the set add each thread whose future
// (everything it may still touch, analysis/footprints.h) conflicts with that thread's next operation, whether it can
// step now or is blocked there. The next operation's object is known exactly; futures are by static object and
// allocation site.
//
// What all threads do under one lock they do one after another (lock_discipline.h): who holds the lock conflicts with
// nobody there.
//
// A plain access that races with nothing (trace/suspicions.h: somebody has shown it for all executions) conflicts with
// nobody either. Let thread t be about to make it in state s, and let w be an execution of the others from s. If a step
// of w touched the same memory, then before the first such step both accesses would be possible, and they would race.
// So w can be executed after t's access as well. This holds for executions without undefined behaviour; let the last
// step of w be the first that is undefined: it can be executed after t's access, too, and is found. The end of a
// variable is no access, so memory on a stack is left out.
//
// Where nobody asks for races, an access of which no condition sees anything (transactions/relevance.h, after Kahlon,
// FASE 2012: schedule insensitivity reduction) conflicts with nobody. In whatever order such accesses are made,
// conditions come out the same, the same memory is accessed, and the same threads wait; only values differ that decide
// nothing. So an execution w of the others goes through the same places after the access, and shows the same failure or
// deadlock.
//
// Races are looked for as two enabled conflicting accesses in one state. That needs no extra care: if a thread's
// pending access may still conflict with another thread's future, the two are in the set together, so the search goes
// through the states in which the access waits while the other thread comes closer. (Sleep sets would skip such states;
// they save transitions only, not states, so they are not used.)
//
// Spurious wake-ups are possible but owed by nobody: they never make up a set on their own, so that states in which all
// threads sleep are not skipped. Steps that end the execution (exit, failed assumption) park the thread
// (semantics/state.h) and conflict with nothing.
#pragma once
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "analysis/footprints.h"
#include "engines/explore/lock_discipline.h"
#include "semantics/machine.h"
#include "trace/suspicions.h"
#include "transactions/relevance.h"

namespace heddle::explore {

class Futures {
 public:
  struct Future {
    analysis::AccessSet touches;
    base::BitSet live;
  };
  // A cache per machine: parts are numbered by its store.
  explicit Futures(std::shared_ptr<const analysis::Footprints> footprints) : footprints_(std::move(footprints)) {}
  const Future& of(const semantics::Machine& m, uint32_t thread_part);
  const analysis::Footprints& footprints() const { return *footprints_; }
  // Erase what no thread will read again.
  static void clear_dead_globals(semantics::Machine& m, std::shared_ptr<const analysis::Footprints> footprints);

 private:
  std::shared_ptr<const analysis::Footprints> footprints_;
  std::map<std::vector<std::pair<model::ProcId, model::Pc>>, std::unique_ptr<Future>> by_stack_;
  std::vector<const Future*> by_part_;
};

// What is known of the program before the search. Each may be null, and outlives the search.
struct Foreknowledge {
  const trace::Suspects* suspects = nullptr;           // plain accesses that are not among them race with nothing
  const transactions::Relevance* relevance = nullptr;  // what conditions see; only where nobody asks for races
};

class PersistentSets {
 public:
  // `locks`: what is done under a lock that protects it conflicts with nobody; may be null.
  PersistentSets(const semantics::Machine& m, Futures& futures, LockDiscipline* locks, const Foreknowledge& known);
  // Persistent sets of threads to try, smallest first. `can[t]`: t can proceed; `steps[t]`: and not only by a spurious
  // wake-up. Each set lists its members that can proceed. The last one is all of them. They are there until the next
  // call.
  std::span<const std::vector<unsigned>> candidates(const semantics::State& s, const std::vector<bool>& can,
                                                    const std::vector<bool>& steps);
  // Nobody else joins or detaches threads.
  bool only_main_joins() const { return !slots_matter_; }

 private:
  struct Touch {
    uint32_t object;  // abstract
    bool write;
  };
  struct Handles {  // what is done with them
    bool starts = false, joins = false;
    void add(const Handles& o) {
      starts |= o.starts;
      joins |= o.joins;
    }
    bool operator==(const Handles&) const = default;
  };
  void find_users_of_handles();
  static Handles of(model::Builtin b);
  bool conflict_by_handles(const semantics::ThreadInfo& t, const semantics::ThreadInfo& u) const;
  void look_at_threads(const semantics::State& s);
  bool conflicts(const semantics::State& s, unsigned t, unsigned u);
  bool must_conflict(const semantics::State& s, unsigned t, unsigned u);
  const std::vector<Touch>& exposed(const semantics::State& s, unsigned t);
  void add_closure(const semantics::State& s, unsigned seed, std::vector<unsigned>& set);
  std::vector<unsigned>& next_set();
  bool races_with_nothing(const semantics::State& s, const semantics::ThreadInfo& t) const;
  bool no_condition_sees(const semantics::ThreadInfo& t) const;
  const semantics::Machine& machine_;
  Futures& futures_;
  LockDiscipline* locks_;
  const Foreknowledge known_;
  // Of the state being looked at, by thread. All of it is kept to be used again: to allocate would cost more than the
  // rest.
  struct Here {
    const semantics::ThreadInfo* info = nullptr;
    const Futures::Future* future = nullptr;
    bool alive = false, in_set = false, exposed_known = false;
    bool joins_any = false;  // of the threads that were started with joins_start (interchange.h)
    uint32_t joins_start = 0;
    std::vector<Touch> exposed;
  };
  enum class Answer : uint8_t { Unknown, No, Yes };
  std::vector<Here> here_;
  std::vector<Answer> conflicts_;  // by two threads
  std::vector<std::vector<unsigned>> sets_;
  size_t sets_used_ = 0;
  std::vector<unsigned> closure_;
  bool workers_join_ = false;  // threads other than main join or detach threads
  // Where threads are detached, or others than main join, the order of steps decides which thread gets a handle again.
  bool slots_matter_ = false;
  bool try_joins_ = false;        // somebody asks whether a thread has ended
  std::vector<Handles> handles_;  // by procedure
};

}  // namespace heddle::explore
