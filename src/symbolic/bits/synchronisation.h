// SPDX-License-Identifier: GPL-3.0-or-later
// What an operation does to the state of something that synchronises, as one formula: the cases of
// meaning/synchronisation.h folded together. A state is one word of 32 bits:
//   mutex, spin lock   below the number of the owner plus one, above how often it holds the lock beyond once
//   read-write lock    below the number of readers, above the number of the writer plus one
//   semaphore          its value
//   barrier            below how many have come, above how often it has opened
#pragma once
#include "symbolic/bits/value.h"

namespace heddle::symbolic {

inline constexpr unsigned kHalf = 16;  // bits of each part of a state
inline uint32_t owner_word(unsigned thread) { return thread + 1; }
inline uint32_t writer_word(unsigned thread) { return (thread + 1) << kHalf; }
// A lock of which nobody is the owner is not held several times, and one that has a writer has no readers: engines keep
// to that, and formulas rest on it.
inline Bits low_half(const Bits& word) { return Bits(word.begin(), word.begin() + kHalf); }
inline Bits high_half(const Bits& word) { return Bits(word.begin() + kHalf, word.end()); }

struct Operation {
  Lit waits = smt::kFalse;      // the operation is not done yet
  Lit undefined = smt::kFalse;  // or not expressed
  // If neither:
  Lit keeps = smt::kFalse;  // the state stays as it was
  Lit ends = smt::kFalse;   // the object is destroyed
  Bits after;               // otherwise the new state
  Bits result;              // of the call
};

// `kind`: of a mutex, its lowest two bits. `failure`: what the call returns where it would have to wait, 0 if it waits.
Operation lock(smt::Circuit& c, const Bits& state, const Bits& kind, unsigned thread, int failure);
Operation unlock_mutex(smt::Circuit& c, const Bits& state, const Bits& kind, unsigned thread);
Operation unlock_spin(smt::Circuit& c, const Bits& state, unsigned thread);
Operation release_to_sleep(smt::Circuit& c, const Bits& state, const Bits& kind, unsigned thread);
Operation destroy_mutex(smt::Circuit& c, const Bits& state);
// `may_own`: the thread may be the writer already.
Operation rw_lock(smt::Circuit& c, const Bits& state, unsigned thread, bool write, int failure, bool may_own);
// `reads`: the thread holds the lock for reading.
Operation rw_unlock(smt::Circuit& c, const Bits& state, unsigned thread, Lit reads);
Lit has_writer(smt::Circuit& c, const Bits& state);
Lit has_readers(smt::Circuit& c, const Bits& state);
Operation take(smt::Circuit& c, const Bits& state, int failure);
Operation post(smt::Circuit& c, const Bits& state);
// The state counts the thread that comes, and how often the barrier has opened: `waits` if it does not open now.
Operation arrive(smt::Circuit& c, const Bits& state, const Bits& needed);

}  // namespace heddle::symbolic
