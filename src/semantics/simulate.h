// SPDX-License-Identifier: GPL-3.0-or-later
// An execution given as moves, stepped again from the start with concrete inputs: the first check of every `false`, and
// the maker of the Trace that people see. Two passes: the first follows the moves with free inputs and learns what they
// had to be; the second runs with those numbers and records what happens. In long executions the steps that repeat are
// folded as they come (trace/folded_steps.h), so that telling an execution takes about as much time and room as finding
// it.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "semantics/machine.h"
#include "trace/result.h"

namespace heddle::semantics {

struct Move {
  unsigned thread = 0;
  std::vector<Choices::Item> choices;
  bool attempt = false;  // may turn out to be blocked: a section that looks at its guard and waits
};

// A fresh machine, canonicalising as the one that found the moves: what is erased decides which local steps are
// visible.
using MakeMachine = std::function<std::unique_ptr<Machine>()>;

struct Performed {  // an act, before its place in a script is known
  trace::Act act;
  bool ordered = false;
  Access access;
  bool old_handle = false;
};

// What of an execution is to be kept.
struct Wanted {
  size_t end = 0;              // the moves whose steps are told; those behind them only confirm
  std::optional<size_t> loop;  // of them, where a loop begins
  size_t states_from = 0;      // the states before this move and before all later ones
  bool happenings = false;     // what each move means for happens-before
};

struct Explaining {
  // the n-th input that is read gets the n-th value, and the moves say nothing about inputs
  const std::vector<uint64_t>* inputs = nullptr;
  // when it is exceeded, the moves are still taken, but of their steps only the last are told
  base::Budget* budget = nullptr;
};

struct Simulation {
  std::unique_ptr<Machine> machine;          // the states belong to it
  bool completed = false;                    // every move could be taken, none through a call whose meaning is unknown
  size_t moved = 0;                          // how many moves were taken
  trace::Trace trace;                        // lasso_start: where the loop begins
  std::vector<StepResult> results;           // one per move
  std::vector<std::vector<Performed>> acts;  // of each move, what the instrumented program notices
  std::vector<std::vector<Happening>> happenings;  // of each move, in the objects' numbers of the state before it
  std::string acts_lost;                           // not empty: there are none, and why
  std::vector<Move> moves;
  std::vector<int> thread_of_slot;                   // trace thread numbers at the end, by slot
  std::vector<std::vector<std::string>> held;        // locks held at the end, by trace thread
  std::vector<std::vector<std::string>> held_after;  // each move, by the thread that made it
  std::vector<State> states;                         // before each move from states_from on, and after the last
  size_t states_from = 0;
  size_t inputs_before_loop = 0;  // how many were read
  const State& state(size_t move) const { return states[move - states_from]; }
};

Simulation simulate(const MakeMachine& make, const std::vector<Move>& moves, const Wanted& wanted,
                    const Explaining& how);

}  // namespace heddle::semantics
