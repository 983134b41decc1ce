// SPDX-License-Identifier: GPL-3.0-or-later
// Teams: threads that one loop starts, any number of them. The counter of the loop tells them apart, and what is a part
// of an array for each value of the counter is a part for each thread.
//
// A counter is a variable of a procedure that runs once. It gets its first value in no loop and in loops only grows, or
// only falls; so it never has a value twice. The time between two such steps is a round. A thread that is started
// once in a round, by main, goes by the value that the counter had then: no other thread of this procedure has it.
//
// That all of them are over is known behind a second loop, if every round of the first one has stored the handle at a
// place that goes by its counter, every round of the second one has waited for the handle at the place that goes by its
// own counter, and the second counter has come at least as far.
#pragma once
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "engines/invariants/values.h"

namespace heddle::invariants {

// Of a counter of main: the procedure and the variable. In a thread: the one that it goes by.
using Root = uint64_t;
inline constexpr Root kOwn = 0;
inline Root root_of(model::ProcId f, model::LocalId l) { return Root{1} << 63 | Root{f} << 32 | l; }

// A number, or an offset in whatever object an address leads to, is scale * counter + one of the distances. There is no
// wrapping around in that. Scale 0: nothing is known beside the value.
struct Share {
  Root of = kOwn;
  int64_t scale = 0;
  Numbers distance;
  auto operator<=>(const Share&) const = default;
};

// One place for each value of a counter, in an object that only main knows.
struct Row {
  Thing thing;
  int64_t scale = 0, distance = 0;
  auto operator<=>(const Row&) const = default;
};

// Where something is for all rounds that are over.
struct Rows {
  enum Kind : uint8_t { NoRoundYet, There, Unknown } kind = NoRoundYet;
  Row row;
  void also(const std::optional<Row>& r) {
    if (!r || (kind == There && row != *r)) kind = Unknown;
    if (kind == NoRoundYet) kind = There, row = *r;
    if (kind == Unknown) row = {};
  }
  bool join(const Rows& o) {
    const Rows before = *this;
    if (o.kind == There) also(o.row);
    if (o.kind == Unknown) also(std::nullopt);
    return *this != before;
  }
  bool operator==(const Rows&) const = default;
};

// The counter is less than a variable that never changes plus so much; kOwn: less than so much.
using Below = std::map<Root, int64_t>;
bool join(Below& into, const Below& from);

// What is known of the round of a counter.
struct Round {
  std::map<model::ProcId, unsigned> started;  // threads, perhaps; 2: or more
  Below below;
  std::map<model::ProcId, Row> kept_now;  // where the handle of the thread is that was started in this round
  std::map<model::ProcId, Rows> kept;     // in the rounds before
  std::optional<Row> joined_now;          // the thread whose handle was there is over, if it was one
  Rows joined;                            // in the rounds before
  bool operator==(const Round&) const = default;
};

// What main knows of all its counters.
struct Rounds {
  std::map<Root, Round> all;
  std::map<std::pair<Thing, int64_t>, model::ProcId> handles;  // of threads started in this round are there
  std::optional<Share> result;                                 // of a procedure that returns
  bool starts = false;                                         // the procedure may have started a thread
  bool join(const Rounds& o);
  void forget(const Thing& t);  // it may have been written
};

// What is known of a counter for all times.
struct Counter {
  std::optional<Numbers> start, steps;
};

// Of the threads that one abstract thread stands for.
struct Team {
  bool any = false;            // it was seen to start
  std::map<Root, Below> goes;  // by these counters: each of the threads by another value
  Share argument;
};

}  // namespace heddle::invariants
