// SPDX-License-Identifier: GPL-3.0-or-later
// Where threads rest, what they have there, and the ways from there to the next place.
//
// A *place* is in front of an instruction, with the calls that lead there. A *way* is what a thread does from its place
// on until it must let others go on: at most one thing that others notice, and everything after it that they do not.
// All of this is read from the program. What a certificate adds is a *map*: names for what varies, and where a loop
// without anything visible is interrupted. Nothing on the map is believed: a way that leaves it is a fault.
#pragma once
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "judge/steps/numbers.h"
#include "model/program.h"

namespace heddle::judge::steps {

using RoleId = uint32_t;
using FrameId = uint32_t;
inline constexpr uint32_t kNobody = ~0u;

// A piece of state that has one value.
struct Slot {
  enum Kind : uint8_t {
    Local,      // of a procedure; `owner` is its frame
    Memory,     // a word of `width` bits in the object `owner`
    Ready,      // 1: the word is initialised; of objects made at run time that others know
    Alive,      // memory on the heap: 0 not yet taken, 1 taken, 2 freed; a variable: 1, and 0 after its end
    Lock,       // -1 not initialised, 0 free, 1 held for writing
    Readers,    // how many hold a read-write lock for reading
    Semaphore,  // -1 not initialised
    Barrier,    // how many it needs; 0 or less: not initialised
    Handle,     // the word names a thread of this role minus one that may be joined; otherwise 0 or less
    Held,       // 1: this thread holds the lock
    HeldReads,  // how often this thread holds it for reading
  } kind = Local;
  uint32_t owner = 0;
  uint32_t at = 0;    // number of the local; offset in the object
  uint8_t width = 0;  // of Memory and Ready; of the Lock of a spin lock, 1
  auto operator<=>(const Slot&) const = default;
};
inline constexpr uint8_t kSpinLock = 1;
inline constexpr Int kMostReaders = 0x7fffffff;

struct Value {
  // Nothing: uninitialised. Mixed: what it is depends, and nobody may look at it.
  enum Kind : uint8_t { Number, Address, Function, Nothing, Mixed } kind = Nothing;
  steps::Number number{};        // Number: itself; Address: its offset, which has no range
  uint32_t object = 0;           // Address; the procedure of Function
  std::optional<Slot> source{};  // the Handle of the word where this number was read
  bool is_pointer() const { return kind == Address || kind == Function; }
};

struct Spot {
  FrameId frame = 0;
  model::Pc pc = 0;
  // Asleep: in the middle of a wait on a condition variable. Ended: may be joined. Stuck: goes no further, and cannot
  // be joined.
  enum Phase : uint8_t { Before, Asleep, Ended, Stuck } phase = Before;
  bool is_last() const { return phase == Ended || phase == Stuck; }
  auto operator<=>(const Spot&) const = default;
};

using Calls = std::vector<std::pair<model::ProcId, model::Pc>>;  // from the start procedure on

struct Frame {
  model::ProcId proc = 0;
  FrameId parent = kNobody;
  model::Pc call = 0;  // in the parent
  RoleId role = 0;
};

// What threads do that begin with one procedure and one argument, if that is an address. Role 0 is the program's own
// thread, and the only one that plays it.
struct Role {
  model::ProcId start = 0;
  Value argument{};     // Nothing: a number, or there is none
  bool varies = false;  // the argument is an address whose offset is not always the same
  FrameId root = 0;
  Calls site{};  // where it is started: the calls, and the instruction; empty: anywhere
};

struct MadeObject {  // at run time: a variable on the stack, memory on the heap
  bool heap = false, zeroed = false;
  bool known = false;  // others may get at it
  uint64_t size = 0;
  Calls calls{};  // to the procedure that makes it
  model::Pc pc = 0;
};

struct Shared {  // a variable that a name stands for
  std::string name;
  unsigned width = 0;
  bool is_signed = true;
  bool points = false;  // the number says which address the word holds: 0 is null, then `targets`
  std::vector<Value> targets{};
};

struct Map {
  std::vector<Frame> frames;
  std::vector<Role> roles;
  std::map<uint32_t, MadeObject> objects;  // numbered behind the static ones
  std::map<Slot, Shared> shared;
  std::set<uint32_t> blurred;                  // objects whose content may be anything
  std::set<uint32_t> only_numbers;             // those of them that never hold an address
  std::set<Slot> mixed;                        // shared words whose content nobody looks at
  std::set<Slot> handles;                      // words where handles of threads are kept
  std::set<std::pair<Calls, model::Pc>> cuts;  // where a thread rests without need
};

struct Place {
  RoleId role = 0;
  Spot spot;
  std::map<Slot, Value> mine;
};

struct Start {
  RoleId role = 0;
  std::map<Slot, Value> with;
};

struct Way {
  Spot to;
  Premises premises;
  std::map<Slot, Value> mine;    // what the thread brings to its next place
  std::map<Slot, Value> past;    // of role 0: locals of procedures that have returned
  std::map<Slot, Value> stale;   // of variables whose block has ended: nobody can read them any more
  std::map<Slot, Value> shared;  // what changes; addresses where the variable points
  std::vector<Start> starts;
  std::vector<RoleId> joins;  // a thread of this role that has ended is taken away
  model::Position pos;        // of the visible instruction, or the last one
};

struct Fault {
  Premises premises;
  enum Kind : uint8_t { Fails, Undefined, NotUnderstood } kind = NotUnderstood;  // Fails: an assertion
  std::string what;
  model::Position pos;
};

struct Access {  // of memory that others know
  Premises premises;
  uint32_t object = 0;
  Term offset;
  uint64_t bytes = 0;
  bool write = false, atomic = false;
  model::Position pos;
};

struct Ways {
  std::vector<Way> ways;
  std::vector<Fault> faults;
  std::vector<Access> accesses;
  std::vector<Premises> ends;  // the thread goes no further, and has done nothing that others notice
};

}  // namespace heddle::judge::steps
