// SPDX-License-Identifier: GPL-3.0-or-later
// The state of a running program as a tuple of interned parts:
//
//   [content of each mutable global] [T] [inputs] [T threads] [objects created at run time]
//
// Part number 0 means: a global nobody will read again, no inputs, or a free thread slot. A state is canonical (see
// canonical.cpp): objects created at run time are numbered in the order in which they are reached from the threads and
// globals, unreachable ones are gone, frames hold live locals only, finished and joined threads leave no trace.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "model/program.h"
#include "semantics/value.h"
#include "trace/script.h"

namespace heddle::semantics {

using State = std::vector<uint32_t>;

enum class ThreadStatus : uint8_t {
  Free,
  Ready,        // rests in front of a visible instruction (which may block)
  CondWaiting,  // asleep on a condition variable
  CondWoken,    // must lock its mutex again
  BarrierWaiting,
  Finished,  // result kept until joined
  Parked,    // takes no further step: see ParkReason
};

// Why a thread stopped for good although the program has not ended. The others go on: its last step may always come
// later.
enum class ParkReason : uint8_t { None, Exit, Assume, Assertion, Undefined, Unsupported };

// The parts of a fault. `kind` is the machine-readable name ("assertion", "out-of-bounds", "use-after-free", ...).
struct Fault {
  ParkReason reason = ParkReason::None;
  std::string kind, message;
  int thread = 0;
  model::Position pos;
  std::string function;
  std::string object;
  bool operator==(const Fault&) const = default;
};

// Fault::kind of a block that is too large for a state
inline constexpr const char* kHugeAllocation = "huge-allocation";
inline constexpr const char* kThreadLimit = "thread-limit";
// Fault::kind of a value, or of a number of steps, that no search follows. It has a meaning all the same: whoever takes
// every value and every number at once can go on.
inline constexpr const char* kNotFollowed = "not-followed";

inline constexpr uint32_t kWhole = 0x7fffffff;  // as a size: the object is freed
struct Access {
  ObjRef obj = 0;
  uint32_t offset = 0, size = 0;
  bool write = false, atomic = false;
  bool ends = false;  // the end of a variable: it conflicts with every access, and races with none
  bool operator==(const Access&) const = default;
};
inline bool overlap(const Access& a, const Access& b) {
  return a.obj == b.obj && a.offset < b.offset + b.size && b.offset < a.offset + a.size;
}
inline bool conflict(const Access& a, const Access& b) { return (a.write || b.write) && overlap(a, b); }
inline bool race(const Access& a, const Access& b) {
  return conflict(a, b) && !(a.atomic && b.atomic) && !a.ends && !b.ends;
}

// What a thread will do next.
struct ThreadInfo {
  bool complete = false;  // accesses and join_handle are known
  ThreadStatus status = ThreadStatus::Free;
  ParkReason park = ParkReason::None;
  bool local = false;    // next instruction is local (only right after the start)
  bool section = false;  // next is an atomic section: its accesses are known only by running it
  bool detached = false;
  bool timed = false;      // CondWaiting: may time out, or wake because it is cancelled
  bool cancelled = false;  // and has to act upon it
  const model::Instr* instr = nullptr;
  std::vector<Access> accesses;
  uint32_t start = 0;                                      // Machine::interchange_threads
  uint32_t handle = 0;                                     // what the program knows this thread by
  uint32_t join_handle = 0;                                // ThreadJoin: the handle of the thread it waits for
  uint32_t joins = 0;                                      // and the slot that handle names, plus one
  std::vector<std::pair<model::ProcId, model::Pc>> stack;  // innermost first; callers at the instruction after the call
};

// One act of the instrumented program (trace/script.h), before its place in the script is known.
struct RawAct {
  unsigned slot = 0;
  model::EventId event = 0;
  trace::ActKind kind = trace::ActKind::Perform;
  bool ordered = false;
  bool creates = false;     // value: the slot of the new thread
  bool old_handle = false;  // and it got a number that an earlier thread had
  uint32_t size = 0;
  uint64_t value = 0;
  Access access;  // the last one made
};

// One thing that happened in a step, for traces.
struct Event {
  int thread = 0;
  model::EventKind kind{};
  const model::Instr* instr = nullptr;
  model::Position pos;  // in the user's code: library frames are skipped
  std::string function;
  std::string called;       // Input: the function of the library that the user called, or the instruction's own
  bool of_library = false;  // about state of a library model
  ObjRef obj = 0;
  uint32_t offset = 0, size = 0;
  std::string object;  // "forks[2]"
  std::string value;
  uint64_t bits = 0;      // Input: the number
  int other_thread = -1;  // slot
  std::vector<std::pair<std::string, std::string>> locals;
};

}  // namespace heddle::semantics
