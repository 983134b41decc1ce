// SPDX-License-Identifier: GPL-3.0-or-later
// Where a thread is in the middle of being unwound: one state for all paths that meet in a place.
#pragma once
#include "engines/order/events.h"

namespace heddle::order {

struct Sleep {                  // on a condition variable
  std::vector<uint32_t> site;   // the wait and the calls around it
  std::vector<ValuePtr> known;  // what the thread does not forget meanwhile, and what it waits on
  std::vector<uint32_t> on;     // Instance::held_as of the condition variables that it may be
};

struct Frame {
  model::ProcId proc = 0;
  model::Pc pc = 0;
  std::vector<ValuePtr> locals;
  std::vector<uint32_t> rounds;   // of the loops around pc
  std::vector<uint32_t> counted;  // those that count: without the ones in which it was certain whether another follows
  std::vector<bool> open;         // this one counts
  struct Mark {                   // how the thread was when a round began
    uint64_t version;
    uint64_t waits;
    uint64_t before, made;  // when this mark was made, and the one before it; counted like versions
    size_t waited;          // so many rounds before did nothing but wait on condition variables
    size_t stops, sleeps;   // how many there were when the first of those rounds began
    size_t signals;         // and how many of these when this one did
    std::vector<ValuePtr> locals;
  };
  std::vector<std::shared_ptr<const Mark>> marks;  // by loop; null: not known
  std::vector<uint32_t> variables;                 // in memory; they end with the frame
};

using Memory = std::map<uint32_t, Content>;

// The version of a state (State::version) depends on something that may become known.
struct Soft {
  uint64_t version;  // as long as it is not
  struct If {
    Lit known;
    uint64_t version;
    std::shared_ptr<const Soft> soft;
  };
  std::vector<If> ifs;
};

struct State {
  Lit guard = smt::kTrue;
  std::vector<Frame> frames;
  Memory memory;                  // what is followed directly
  std::map<uint32_t, Lit> freed;  // of what is followed directly, and of variables whose block this thread has left
  struct Holds {                  // a read-write lock that this thread may hold
    std::vector<Target> cells;    // as the program names it: other names of the same lock count for themselves
    Bits times;                   // how often it reads; empty: not known
    bool may_write = false;
  };
  std::vector<Holds> reads;
  // locks that this thread holds for certain, and the holdings that may be: none if it has a state
  std::map<LockWord, std::vector<uint32_t>> held;
  std::set<LockWord> initialised, may_hold;  // may_hold: locks with an order, on some path
  ValuePtr result;                           // of a thread that runs its destructors
  bool other_reads = false;                  // and there is a lock of which it is not known which one it is
  bool alone = false;
  int section = -1;
  unsigned depth = 0;                                // of nested sections
  uint64_t waits = 0;                                // on condition variables; like version
  std::vector<std::shared_ptr<const Sleep>> sleeps;  // on any of the paths
  uint64_t version = 0;  // another one after everything that others or this thread may notice later
  std::shared_ptr<const Soft> soft;
  std::vector<Lit> known;  // conditions that were met on all paths, the last ones
};

}  // namespace heddle::order
