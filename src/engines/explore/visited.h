// SPDX-License-Identifier: GPL-3.0-or-later
// The states seen so far: tuples of part numbers, interned like the parts themselves. Each remembers how it was first
// reached, and how far the search has come with it. Several threads may add and mark states after share().
#pragma once
#include <atomic>
#include <cstdint>
#include <utility>

#include "base/steady_vector.h"
#include "semantics/state.h"
#include "semantics/store.h"

namespace heddle::explore {

using StateId = uint32_t;
inline constexpr StateId kNoState = ~0u;

// Settled: put_off.h.
enum class Mark : uint8_t { New, Entered, Left, Settled };

class Visited {
 public:
  void share() { states_.share(); }
  bool shared() const { return states_.shared(); }
  // The state's number, and whether it is new.
  std::pair<StateId, bool> insert(const semantics::State& s, StateId parent, unsigned thread);
  void get(StateId id, semantics::State& out) const;
  StateId parent(StateId id) const { return records_[id].parent; }
  unsigned thread(StateId id) const { return records_[id].thread; }
  Mark mark(StateId id) const { return records_[id].mark.load(std::memory_order_relaxed); }
  void set_mark(StateId id, Mark m) { records_[id].mark.store(m, std::memory_order_relaxed); }
  // A new state becomes an entered one; false: somebody else has done that.
  bool enter(StateId id) {
    Mark expected = Mark::New;
    return records_[id].mark.compare_exchange_strong(expected, Mark::Entered, std::memory_order_relaxed);
  }
  size_t size() const { return states_.count(); }
  size_t bytes() const { return states_.bytes() + records_.bytes(size()); }

 private:
  struct Record {
    StateId parent;
    uint8_t thread;
    std::atomic<Mark> mark;
  };
  semantics::Store states_;  // numbered from 1 on
  base::SteadyVector<Record> records_;
};

}  // namespace heddle::explore
