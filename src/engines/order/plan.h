// SPDX-License-Identifier: GPL-3.0-or-later
// What an earlier attempt to unwind learnt: which objects are written once main is not alone, and which objects threads
// make, so that a thread which is unwound before their maker can mean them by an unknown address. With too little of it
// the unwinding is incomplete, and is done again.
#pragma once
#include <map>
#include <set>
#include <vector>

#include "engines/order/held_bits.h"

namespace heddle::order {

struct Plan {
  struct Made {
    unsigned thread;
    uint32_t abstract, size;
    bool zero, unknown_extent;
    bool operator==(const Made&) const = default;
  };
  bool several_starts = false;  // main stops being alone in several places
  bool kinds = false;           // there are recursive or error-checking mutexes
  bool late_inits = false;      // mutexes are initialised while there are several threads
  bool wide_results = false;    // threads end with numbers that look like addresses
  std::set<uint32_t> handles;   // abstract objects that hold handles of threads
  // abstract objects and words of them that hold numbers which look like addresses
  std::set<std::pair<uint32_t, uint64_t>> wide;
  std::set<uint32_t> written;
  HeldBitsOf held;                                     // by Instance::held_as
  std::set<std::pair<uint32_t, uint64_t>> with_state;  // locks for which order is not enough: held_as and offset
  std::vector<Made> made;
  // Threads that try to lock, and what: they see whether it is held. As in with_state.
  std::set<std::pair<unsigned, std::pair<uint32_t, uint64_t>>> attempts;
  // Of each thread and condition variable (Instance::held_as): who sleeps there, and how many signals come from whom.
  std::set<std::pair<unsigned, uint32_t>> sleepers;
  std::map<std::pair<unsigned, uint32_t>, size_t> signals;
  bool signals_repeat = false;  // rounds that are not followed send more of them

  // So many signals may wake the thread that sleeps there, where others do, too; 0 if it sleeps alone.
  size_t signals_to(unsigned thread, const std::vector<uint32_t>& conditions) const;
  bool covers(const Plan& learnt) const;  // but for `made`, which the unwinding itself compares
  void add(const Plan& learnt);
};

// How far loops and recursion are followed.
struct Bound {
  unsigned rounds = 1;
  bool certain_ones_are_free = false;  // rounds of which it is certain that they come do not count
  bool sleeps_count = false;           // it matters how often a thread sleeps: whom a signal wakes
};

}  // namespace heddle::order
