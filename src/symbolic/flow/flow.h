// SPDX-License-Identifier: GPL-3.0-or-later
// The program as a counter system: what any number of threads do, step by step, as formulas over integers.
//
// Each start procedure (with the address it is given, if any) is a *role*; main is a role that one thread plays. Calls
// are inlined, loops stay. A role's *rests* are where its threads stop and others may go on: in front of a visible
// instruction, or where a loop needs one. A *step* leads from rest to rest: under a condition it changes the shared
// variables and the thread's own, starts threads and takes ended ones away. How many threads are at a rest is a
// variable, too: that is what makes "the lock is held" and "somebody is in the section" one linear fact, for any number
// of threads.
//
// What the formulas do not express, and what is undefined in C, is a *fault* with the condition under which it is met:
// a proof must show that it never is.
#pragma once
#include <algorithm>
#include <compare>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/program.h"
#include "symbolic/flow/numbers.h"

namespace heddle::flow {

using RestId = uint32_t;
using RoleId = uint32_t;
using FrameId = uint32_t;
inline constexpr uint32_t kNobody = ~0u;

// A piece of state that has one value: a local, a word of memory, or something kept for the proof alone.
struct Slot {
  enum Kind : uint8_t {
    Local,
    Memory,
    Ready,
    Alive,
    Lock,
    Readers,
    Semaphore,
    Barrier,
    Handle,
    Held,
    HeldReads,
    Arrived,  // at a Barrier, and wait there
    Leaving,  // it has opened for so many, who have still to go on
    Serial,   // one of those it opened for was told to be the serial thread
    Size,     // of an object, in bytes, where it is not a constant
    Filled,   // so many bytes at the beginning of an object have been written
    Content   // of an object with equal elements: an array, by offsets in bytes
  } kind = Local;
  uint32_t owner = 0;  // frame of a local; object of anything else
  uint32_t at = 0;     // number of the local; offset
  uint8_t width = 0;   // of Memory and Ready; of a Lock that is a spin lock, kSpinLock
  auto operator<=>(const Slot&) const = default;
};

inline constexpr uint8_t kSpinLock = 1;

struct Value {
  // Nothing: uninitialised; Mixed: it depends
  enum Kind : uint8_t { Number, Address, Function, Nothing, Mixed } kind = Nothing;
  flow::Number number;           // Number: itself; Address: its offset
  uint32_t object = 0;           // Address, or the procedure of Function
  std::optional<Slot> source{};  // the thread handle was read here
};

struct Variable {  // one that is shared; what only main has is known to all, too: there is one main
  Slot slot;
  z3::Term now;
  unsigned width = 0;
  bool is_signed = true;
  z3::Term initially;
  bool is_array() const { return slot.kind == Slot::Content; }  // width and is_signed are those of its elements
};

struct Spot {
  FrameId frame = 0;
  model::Pc pc = 0;
  // In front of the instruction; in the middle of its wait on a condition variable, or at a barrier; at the thread's
  // end; where it goes no further and cannot be joined: behind an assumption that does not hold, or after the end of
  // the program, which others may not have noticed.
  enum Phase : uint8_t { Before, Asleep, Ended, Stuck } phase = Before;
  bool is_last() const { return phase == Ended || phase == Stuck; }
  auto operator<=>(const Spot&) const = default;
};

struct Start {
  RoleId role = 0;
  RestId rest = kNobody;
  std::map<Slot, Value> with;
};

// What the interpreter sees of a step: the instructions on its way that are acts (Instr::act), and the inputs, in
// order.
struct Seen {
  struct Act {
    model::ProcId proc = 0;
    model::Pc pc = 0;
    bool wakes = false;     // from a condition variable
    bool released = false;  // from a barrier
    bool serial = false;    // and as the serial thread
    bool starts = false;    // a thread
    bool operator==(const Act&) const = default;
  };
  std::vector<Act> acts;
  std::vector<z3::Term> inputs;  // as unsigned numbers
  bool operator==(const Seen& o) const {
    auto same = [](const z3::Term& a, const z3::Term& b) { return z3::identical(a, b); };
    return acts == o.acts && std::equal(inputs.begin(), inputs.end(), o.inputs.begin(), o.inputs.end(), same);
  }
};

// What a step does with the handles of threads, in the order in which it does it.
struct HandleAct {
  enum Kind : uint8_t {
    Starts,  // the word gets the handle of the thread that the step starts
    Moves,   // from another word
    Goes,    // the word names no thread any more
    Joins,   // the thread that the word names, which has ended
    IsSelf   // the word names the thread itself: otherwise there is no such step
  } kind = Starts;
  Slot word{}, from{};
  bool own = false, from_own = false;  // words of the thread itself, or shared ones
  uint32_t start = 0;                  // Starts: which of the threads that the step starts
  bool operator==(const HandleAct&) const = default;
};

struct Step {
  RestId from = kNobody, to = kNobody;
  z3::Term when;
  std::map<Slot, Value> mine, shared;  // after the step; of what is shared, what changes
  std::vector<Start> starts;
  std::vector<RestId> joins;  // end rests of which one thread is taken away
  Seen seen{};
  bool jumps_back = false;  // on its way, or to where it leads
  std::vector<HandleAct> handles{};
  // The guard of its atomic section looks at numbers that are left open and are no inputs: whether the thread can go on
  // does not depend on a choice.
  bool guesses = false;
};

struct Fault {
  RestId at = kNobody;
  z3::Term when;
  bool failure = false;  // of an assertion
  std::string what;
  model::Position pos;
  Seen seen{};
  std::vector<RestId> joins{};  // before it, as in a step
  std::vector<HandleAct> handles{};
};

struct Access {  // of shared memory, by the first instruction of a step or anywhere in a section
  RestId at = kNobody;
  z3::Term when, offset;
  uint32_t object = 0;
  unsigned bytes = 0;
  bool write = false, atomic = false;
  model::Position pos;
};

struct Rest {
  RoleId role = 0;
  Spot spot;
  bool alone = false;          // no thread was started yet: this is main, and nobody else is there
  std::map<Slot, Value> mine;  // numbers are constants of Z3, one for each slot that has more than one value
  std::vector<Step> steps;
  std::vector<Fault> faults;
  std::vector<Access> accesses;
  bool may_wait = false;    // its thread may have to wait for others: for a lock, an end, the guard of a section
  bool in_section = false;  // a loop inside an atomic section needs it; others may go on here, though they must not
  bool may_wake = false;    // its thread sleeps on a condition variable, and may wake without reason
  model::ProcId proc = 0;
  model::Position pos{};
  // Its thread may abort, exit or fail an assumption before anybody notices that it went on: there is no step for that.
  // From other rests, whatever the values are, there is a step or a fault, unless the thread has to wait.
  bool may_give_up = false;
};

struct Role {
  model::ProcId start = 0;
  Value argument;                                           // when it is an address
  std::vector<std::pair<model::ProcId, model::Pc>> site{};  // where it is started, if that makes a difference
  FrameId root = 0;
  RestId end = kNobody;
  bool single = false;
};

// What the step makes of a shared variable; null: it stays. Main's own variables are among those that are shared.
inline const Value* changed(const Step& s, bool by_main, const Variable& v) {
  auto it = s.shared.find(v.slot);
  if (it != s.shared.end()) return &it->second;
  if (!by_main) return nullptr;
  it = s.mine.find(v.slot);
  return it != s.mine.end() && it->second.kind == Value::Number ? &it->second : nullptr;
}

struct Frame {  // a procedure, and the calls that lead to it
  model::ProcId proc = 0;
  FrameId parent = kNobody;
  model::Pc call = 0;
  RoleId role = 0;
};

struct Flow {
  RestId entry = kNobody;  // of main
  std::vector<Rest> rests;
  std::vector<Role> roles;
  std::vector<Frame> frames;
  std::vector<Variable> shared;
};

}  // namespace heddle::flow
