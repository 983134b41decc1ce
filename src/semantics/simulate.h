// SPDX-License-Identifier: GPL-3.0-or-later
// An execution given as moves, stepped again from the start with concrete inputs: the first check of every `false`, and the
// maker of the Trace that people see. Two passes: the first follows the moves with free inputs and learns what they had to
// be; the second runs with those numbers and records what happens.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "semantics/machine.h"
#include "trace/result.h"

namespace heddle::semantics {

struct Move {
  unsigned thread = 0;
  std::vector<Choices::Item> choices;
};

struct Simulation {
  bool completed = false;            // every move could be taken, none through a call whose meaning is unknown
  trace::Trace trace;
  std::vector<State> states;         // before each move, and after the last
  std::vector<StepResult> results;   // one per move
  std::vector<size_t> first_step;    // index into trace.steps where each move starts
  std::vector<int> thread_of_slot;   // trace thread numbers at the end, by slot
  std::vector<std::vector<std::string>> held;  // locks held at the end, by trace thread
};

// The machine must be fresh; Simulation::states belong to it.
Simulation simulate(Machine& machine, const std::vector<Move>& moves);
std::vector<uint64_t> solve_inputs(Machine& machine, const std::vector<Move>& moves);

}  // namespace heddle::semantics
