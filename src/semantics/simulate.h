// SPDX-License-Identifier: GPL-3.0-or-later
// An execution given as moves, stepped again from the start with concrete inputs: the first check of every `false`, and the
// maker of the Trace that people see. Two passes: the first follows the moves with free inputs and learns what they had to
// be; the second runs with those numbers and records what happens.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "semantics/machine.h"
#include "trace/result.h"

namespace heddle::semantics {

struct Move {
  unsigned thread = 0;
  std::vector<Choices::Item> choices;
  bool attempt = false;  // may turn out to be blocked: a section that looks at its guard and waits
};

// A fresh machine, canonicalising as the one that found the moves: what is erased decides which local steps are visible.
using MakeMachine = std::function<std::unique_ptr<Machine>()>;

struct Performed {  // an act, before its place in a script is known
  trace::Act act;
  bool ordered = false;
  Access access;
  bool old_handle = false;
};

struct Simulation {
  std::unique_ptr<Machine> machine;  // the states belong to it
  bool completed = false;            // every move could be taken, none through a call whose meaning is unknown
  trace::Trace trace;
  std::vector<State> states;         // before each move, and after the last
  std::vector<StepResult> results;   // one per move
  std::vector<size_t> first_step;    // index into trace.steps where each move starts
  std::vector<std::vector<Performed>> acts;  // of each move, what the instrumented program notices
  std::vector<std::vector<Happening>> happenings;  // of each move, in the objects' numbers of the state before it
  std::vector<Move> moves;
  std::vector<int> thread_of_slot;   // trace thread numbers at the end, by slot
  std::vector<std::vector<std::string>> held;  // locks held at the end, by trace thread
  std::vector<std::vector<std::string>> held_after;  // each move, by the thread that made it
};

// With `inputs`, the n-th input that is read gets the n-th value, and the moves say nothing about inputs.
Simulation simulate(const MakeMachine& make, const std::vector<Move>& moves, const std::vector<uint64_t>* inputs = nullptr);

}  // namespace heddle::semantics
