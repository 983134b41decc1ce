// SPDX-License-Identifier: GPL-3.0-or-later
// What a step means for C's happens-before (C17 5.1.2.4): every access, also to memory that only its thread can reach
// so far, and every operation that makes one thread's past another thread's past. Whoever asks "are these two accesses
// ordered?" reads this list: explore's happens_before.h in every state, race_check.h along one execution.
//
// Synchronisation functions that succeed acquire and release their object (POSIX 4.12); those that fail, and
// sem_getvalue, only look at it. Accesses in an atomic section do both as well. A barrier's arrivals acquire and
// release, and whoever it lets go on acquires. A read-modify-write continues release sequences, a mere store ends them,
// also one of the same thread (as in C17).
#pragma once
#include <string>
#include <vector>

#include "model/program.h"
#include "semantics/state.h"

namespace heddle::semantics {

struct Happening {
  // Learn: somebody opened what the thread waits at, and it acquires there without another access.
  enum Kind : uint8_t { Touch, Learn, Fence, Create, Join } kind = Touch;
  unsigned thread = 0;  // slot
  unsigned other = 0;   // Create: the slot of the new thread; Join: of the one that ended
  Access access;        // Touch, Learn
  bool acquires = false, releases = false;
  bool updates = false;  // a write that continues the release sequences of its object
  bool section = false;  // in an atomic section
  bool frees = false;    // the object is gone afterwards
  // Looked without ordering: a failed attempt to lock, or sem_getvalue. AtomicBegin: state of a library model that
  // orders nothing (model/library_state.h).
  model::Builtin attempt = model::Builtin::None;
  model::Position pos;           // in the user's code
  std::string function, object;  // in words, when events are recorded
  uint32_t identity = 0;         // of the object, the same in all steps of an execution; set by simulate()
};

inline bool acquires(model::MemoryOrder o) {
  return o == model::MemoryOrder::Acquire || o == model::MemoryOrder::AcqRel || o == model::MemoryOrder::SeqCst;
}
inline bool releases(model::MemoryOrder o) {
  return o == model::MemoryOrder::Release || o == model::MemoryOrder::AcqRel || o == model::MemoryOrder::SeqCst;
}

}  // namespace heddle::semantics
