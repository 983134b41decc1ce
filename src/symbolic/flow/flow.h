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
    HeldReads
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
};

struct Spot {
  FrameId frame = 0;
  model::Pc pc = 0;
  // In front of the instruction; in the middle of its wait on a condition variable; at the thread's end; where it goes
  // no further and cannot be joined: behind an assumption that does not hold, or after the end of the program, which
  // others may not have noticed.
  enum Phase : uint8_t { Before, Asleep, Ended, Stuck } phase = Before;
  bool is_last() const { return phase == Ended || phase == Stuck; }
  auto operator<=>(const Spot&) const = default;
};

struct Start {
  RoleId role = 0;
  RestId rest = kNobody;
  std::map<Slot, Value> with;
};

struct Step {
  RestId from = kNobody, to = kNobody;
  z3::Term when;
  std::map<Slot, Value> mine, shared;  // after the step; of what is shared, what changes
  std::vector<Start> starts;
  std::vector<RestId> joins;  // end rests of which one thread is taken away
};

struct Fault {
  RestId at = kNobody;
  z3::Term when;
  bool failure = false;  // of an assertion
  std::string what;
  model::Position pos;
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
  std::map<Slot, Value> mine;  // numbers are constants of Z3, one for each slot that has more than one value
  std::vector<Step> steps;
  std::vector<Fault> faults;
  std::vector<Access> accesses;
};

struct Role {
  model::ProcId start = 0;
  Value argument;  // when it is an address
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
