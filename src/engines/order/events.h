// SPDX-License-Identifier: GPL-3.0-or-later
// The program as one formula's worth of events: what the unwinding (unwinding.h) makes, and what the order of memory,
// races, deadlocks and the witness read.
//
// A pointer is a bit-vector like any other value: its high bits name an object, its low bits are the offset. What would
// look at an address as a number is not supported.
//
// Executions are prefixes: a thread that cannot go on (a lock that is taken, an assumption that does not hold) just
// ends there. Every condition under which the events are not those of the program is kept: where a loop was cut, where
// behaviour is undefined.
#pragma once
#include <memory>
#include <set>

#include "base/check.h"
#include "model/program.h"
#include "semantics/repeat.h"
#include "symbolic/bits/layout.h"

namespace heddle::order {

using smt::Bits;
using smt::Lit;
using smt::Node;

using symbolic::Byte;
using symbolic::handle_of;
using symbolic::lock_word;
using symbolic::LockWord;
using symbolic::Target;
using symbolic::Unsupported;
using symbolic::Value;
using symbolic::ValuePtr;

using Content = std::shared_ptr<const std::vector<Byte>>;

struct Instance {  // an object as one execution has it
  uint32_t abstract = 0;
  uint32_t held_as = 0;  // under which number it is known what it may hold
  uint32_t size = 0;
  Bits extent;  // how much of it there is, if that is not known
  bool shared = false, constant = false, synchronisation = false;
  int owner = -1;   // not shared: the thread that made it
  Content content;  // before anybody writes
  std::string name;
};

struct Event {
  unsigned thread = 0;
  Node before = 0, node = 0;  // before: of what its thread did last
  Lit guard;
  const model::Instr* instr = nullptr;
  int section = -1;
  std::vector<uint32_t> holdings;  // that it is certainly in
  uint32_t visit = 0;              // the same for all events of one execution of an instruction
  Lit reached;                     // its thread comes there: with the guard it goes on as well
  Lit choice = smt::kFalse;        // a timed wait: it timed out; a barrier: this is the serial thread
};

struct Access {
  uint32_t event = 0;
  Lit guard;  // implies the event's
  uint32_t object = 0;
  Bits offset;
  unsigned bytes = 0;  // 0: the whole object gets `content`
  bool write = false, atomic = false;
  bool silent = false;  // none that the program makes: races with nothing, may come after the end of the object
  // reads nothing, but must not come after the end of the object: an operation that may never succeed,
  bool attempt = false;
  bool touches = false;  // or one that has no state here
  Value value;           // written, or to be read
  bool address = false;  // written: it may be one. Read: the bytes are fewer than one has
  Content content;
};

struct AtomicSection {
  uint32_t begin = 0;  // event
  Lit entered;
  size_t stop = 0;     // into Events::stops
  bool waits = false;  // it has a guard inside
  smt::Clause ends;    // the ways in which it ends
};

struct ThreadInstance {
  model::ProcId proc = model::kNone;
  int created_by = -1;  // event
  ValuePtr argument;
  Lit started;
  Node begin = 0, end = 0;
  Lit finished;
  ValuePtr result;
  struct Input {
    Lit guard;
    Value value;
    const model::Instr* instr;
  };
  std::vector<Input> inputs;       // in program order
  std::set<LockWord> initialised;  // locks, when it was created
  struct Done {
    Lit guard;
    int event;                 // or -1
    Lit choice = smt::kFalse;  // a timed wait: it times out; a barrier: this is the serial thread
    semantics::Execution::Act::Kind kind = semantics::Execution::Act::Plain;
    uint64_t bytes = 0;
  };
  std::vector<Done> acts;  // in program order: the acts (analysis/acts.h) and their events
};

struct Failure {
  Lit guard;
  unsigned thread = 0;
  const model::Instr* instr = nullptr;
  std::vector<model::EventId> calls;  // the failing one first, then those that lead to it
};

inline constexpr uint32_t kLargest = 1u << 16;  // bytes of an object

// A place where a thread may have to wait. It may also end there for no reason: executions are prefixes.
struct Stop {
  enum Kind : uint8_t { Lock, ReadLock, WriteLock, Take, Join, Sleep, Barrier, Section } kind = Lock;
  unsigned thread = 0;
  model::EventId at = 0;           // of the instruction
  Lit here, goes;                  // it comes here, and it goes on
  std::vector<Target> cells;       // Sleep: of the mutex
  std::vector<Target> kinds;       // Lock: where the kind of the mutex is, if there are several kinds
  Bits handle;                     // Join. Barrier: how often it had opened
  std::vector<Target> condition;   // Sleep
  uint32_t asleep = 0, awake = 0;  // Sleep: events
  bool timed = false;              // Sleep: it ends by itself. Section: it never waits
  bool repeats = false;            // Sleep: it stands for any number of them
  std::vector<Target> also;        // Sleep: what these wait on, if it repeats
  std::set<LockWord> reads;        // read-write locks with a state under which the thread may read here
  bool other_reads = false;        // and under one of which it is not known which one it is
};

// A section between lock and unlock (lock_order.cpp).
struct Holding {
  LockWord place;
  bool shared = false, writes = false;  // of a read-write lock
  unsigned thread = 0;
  uint32_t begin = 0;  // event
  Lit guard;
  std::vector<std::pair<Lit, uint32_t>> ends;  // guard and event
};

struct Signal {
  uint32_t event = 0;
  std::vector<Target> cells;
  bool all = false;
};

// The end of an object.
struct Freed {
  uint32_t index;  // into Events::frees
  uint32_t object;
  Bits offset;  // empty: all of it; otherwise what synchronises there has ended
};

constexpr uint64_t kEverywhere = ~uint64_t{0};  // an offset that is not known

// Locks that have a state, which is read and written; the others are only an order (lock_order.cpp).
struct LocksWithState {
  bool all = false;
  std::set<std::pair<uint32_t, uint64_t>> some;  // Instance::held_as and offset
};

struct Events {
  std::vector<ThreadInstance> threads;
  std::vector<Instance> objects;  // from 1
  std::vector<Event> events;      // of each thread in program order
  std::vector<Access> accesses;
  std::vector<AtomicSection> sections;
  std::vector<Failure> failures;
  std::vector<Stop> stops;
  std::vector<Signal> signals;
  std::vector<Holding> holdings;
  std::vector<std::pair<Lit, uint32_t>> frees;  // guard and event; the object is in free_of
  std::vector<Freed> free_of;
  smt::Clause cuts, undefined;
  smt::Clause waits;  // a thread goes round a loop once more that only waits: such executions are not followed
  // Sections may be entered that wait: what they do on the way may be undefined. Otherwise that is no execution.
  Lit sections_look = smt::kFalse;
  std::vector<const model::Instr*> undefined_at;  // where, or null
  std::set<std::string> unmodelled;
  LocksWithState with_state;
  Node origin = 0;  // before everything else

  void doubt(Lit when, const model::Instr* at);  // then something undefined happens
  // What is in an object that is accessed, before anybody writes.
  const Content& initial(uint32_t object) const {
    HEDDLE_CHECK(object < objects.size() && objects[object].content) << "object " << object;
    return objects[object].content;
  }
  std::pair<uint32_t, uint64_t> lock_id(const Target& cell) const;  // as LocksWithState has it
  bool has_order(const Target& cell) const;
};

}  // namespace heddle::order
