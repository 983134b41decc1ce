// SPDX-License-Identifier: GPL-3.0-or-later
// A safe schedule as an automaton over what a running program shows: which thread does which event, and to which event
// it comes next. The tree of a schedule is one over states: at a node the values of variables say which edge a thread
// takes, and nobody sees them from outside. So an automaton's state is a set of nodes, all those where the program may
// be as far as its events tell; who goes on must be allowed at each of them. Where the nodes do not agree, a thread is
// asked where it comes next: what is between two events of a thread is its own business, so it can be let run until
// then.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/program.h"
#include "trace/schedule.h"

namespace heddle::schedule {

// 4 * event + part, as in include/heddle/plan_format.h.
using Key = uint32_t;
inline constexpr Key kEnd = 2;
inline Key key_of(model::EventId event, unsigned part = 0) { return 4 * event + part; }
inline model::EventId event_of(Key k) { return k / 4; }
inline unsigned part_of(Key k) { return k % 4; }

using StateId = uint32_t;

struct State {
  enum Kind : uint8_t {
    Event,   // `thread` does `key`, and that leads to `next`
    Decide,  // where does `thread` come next?
    Choose,  // any of these threads
    End
  } kind = End;
  unsigned thread = 0;
  Key key = 0;
  int starts = -1;  // Event: the thread it creates
  StateId next = 0;
  std::map<Key, StateId> by_key;
  std::map<unsigned, StateId> by_thread;
  std::vector<uint32_t> nodes{};    // of the schedule, where the program may be
  std::map<unsigned, Key> known{};  // where threads come next, as far as that was asked
};

struct Automaton {
  std::vector<State> states;  // the first is the beginning
  std::vector<std::string> threads;
  bool fair = true;
  // For each earlier automaton: from its states, where everything before has happened, to states of this one. A state
  // that is not there cannot be gone on from.
  std::vector<std::map<StateId, StateId>> continues{};
};

class Events;

// Of an earlier schedule that a running program may follow: where it can change over to another one. Its automaton
// continues all those that are earlier still, in the same order.
struct Earlier {
  const Automaton* automaton = nullptr;
  std::vector<StateId> stops;
};

// Throws InputError if the schedule does not fit the program, or cannot be followed from outside.
Automaton automaton(const trace::Schedule& s, const Events& events, const std::vector<Earlier>& earlier = {});

}  // namespace heddle::schedule
