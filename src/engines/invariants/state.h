// SPDX-License-Identifier: GPL-3.0-or-later
// What is known when a thread is at one place: the locks it holds, the threads it has started and those that are over
// for sure, its variables, and the memory that only it knows.
//
// States at the same place are joined only if they agree about locks, threads and conditions that are still needed (as
// in ESP: Das, Lerner and Seigle, PLDI 2002). So a lock that is taken on one of two paths stays connected with what
// tells the paths apart: the result of an attempt to lock, a flag, the number of the round.
//
// A lock is known by its object and offset, or, where there may be several such objects, by name: the address that a
// variable of the running procedure has, plus a distance.
#pragma once
#include <compare>
#include <map>
#include <set>
#include <vector>

#include "engines/invariants/memory.h"
#include "engines/invariants/teams.h"
#include "engines/invariants/values.h"

namespace heddle::invariants {

using Threads = std::set<ThreadId>;

// Of an address: that of a variable of the running procedure as it was last assigned, or of an expression whose
// variables have not changed (`&table[i]`), plus a distance.
struct Name {
  using Root = uint64_t;
  static constexpr Root kUnknown = ~Root{0}, kResult = kUnknown - 1;  // kResult: what a procedure returns
  static constexpr Root of_expression(model::ExprId e) { return Root{1} << 32 | e; }
  static constexpr bool is_local(Root r) { return r < Root{1} << 32; }
  static constexpr bool is_expression(Root r) { return r >> 32 == 1; }
  // A lock of a caller that the running procedure has no name for.
  static constexpr Root of_outer(size_t k) { return Root{2} << 32 | k; }
  static constexpr bool is_outer(Root r) { return r >> 32 == 2; }

  Root root = kUnknown;
  int64_t distance = 0;
  bool known() const { return root != kUnknown; }
  auto operator<=>(const Name&) const = default;
};

struct Lock {
  bool named = false;
  Thing thing;         // not named
  int64_t offset = 0;  // not named
  Name name;           // named
  auto operator<=>(const Lock&) const = default;
};

struct Held {
  Lock lock;
  bool reads = false;  // a read lock
  uint8_t times = 1;   // recursive mutexes
  uint8_t bytes = 0;   // that are the lock's
  auto operator<=>(const Held&) const = default;
};

// A number in a static object.
struct Word {
  model::ObjectId object = 0;
  int64_t offset = 0;
  unsigned bytes = 0;
  auto operator<=>(const Word&) const = default;
};

// What a thread found or wrote there, and the locks that it has held ever since.
struct Seen {
  Numbers value;
  std::vector<Lock> under;
  bool operator==(const Seen&) const = default;
};

// A condition variable, and whether all who sleep on it are woken or one of them.
struct Notice {
  model::ObjectId object = 0;
  int64_t offset = 0;
  bool all = false;
  auto operator<=>(const Notice&) const = default;
};

// A step of an abstract thread that writes a static object; no instruction: an operation on what synchronises there.
struct WriteId {
  ThreadId thread = 0;
  const model::Instr* by = nullptr;
  model::ObjectId object = 0;
  Numbers offset;
  uint64_t bytes = 0;
  auto operator<=>(const WriteId&) const = default;
};

// What states have to agree about.
struct Situation {
  std::vector<Held> held;  // sorted
  unsigned sections = 0;   // atomic sections that are open
  Threads started;         // by this thread, so far; where states were merged: perhaps
  Threads over;            // ended before this, for sure
  bool lost = false;       // a lock may be held that is not among those
  bool guessed = false;    // not all of `started` are for sure
  std::set<Word> set;      // flags that are set, for good: sleeps.h
  auto operator<=>(const Situation&) const = default;
};

struct State {
  ThreadId thread = 0;
  Situation at;
  std::vector<Value> locals;      // of the running procedure
  std::vector<Name> names;        // of their values
  std::map<Thing, Content> mine;  // fresh objects
  // Static objects that nobody else can write now: guards.cpp.
  std::map<model::ObjectId, Content> guarded;
  std::set<Thing> made;         // by this thread, perhaps; not fresh in here
  std::map<Lock, Value> where;  // what a named lock may point to
  // Conditions with several definitions (`a && b`): the last one, as long as its variables have not changed.
  std::map<model::LocalId, model::ExprId> defined;
  // For proofs that nobody sleeps for ever: sleeps.h.
  std::map<Word, Seen> seen;
  std::map<model::LocalId, Word> copies;        // variables that have what was found there last
  std::map<WriteId, std::set<Notice>> notices;  // for sure, since a write; of the writes since the thread last rested
  std::set<Word> perhaps;                       // flags that this thread may have set
  // For threads that a loop starts: teams.h.
  std::map<model::LocalId, Share> shares;
  std::map<model::LocalId, std::pair<Root, Row>> fetched;  // variables that have what was found there in this round
  std::map<model::LocalId, model::ProcId> newest;          // variables that have the handle of the thread started last
  Rounds rounds;
};

}  // namespace heddle::invariants
