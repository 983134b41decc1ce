// SPDX-License-Identifier: GPL-3.0-or-later
// The enumerator: visits every state of a small closed program, one step of one thread at a time, without any
// reduction, and says what is true of it. Proofs are judged by it, and the engines are tested against it as their
// oracle, so it shares nothing with them but the model.
#pragma once
#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "base/budget.h"
#include "model/program.h"

namespace heddle::oracle {

enum class Answer : uint8_t { True, False, Unknown };
const char* text(Answer a);

struct Limits {
  uint64_t states = 2'000'000;
  uint64_t inputs = 16;            // values of one input that are tried; a wider input is not known
  base::Budget* budget = nullptr;  // none: as long as it takes
  bool termination = true;         // false: its answers are not wanted, and unknown
  // What every byte of memory holds that was never initialised, and what the others read there. None: the use of such
  // memory is undefined. A violation that happens whatever the value is happens with each fill.
  std::optional<uint8_t> fill = {};
  // States that differ only in what is never read again are one, and, if termination is not asked for, steps that need
  // not be interleaved are not (lone_steps.h).
  bool reduce = false;
};

struct Report {
  Answer unreach_call{}, no_data_race{}, no_deadlock{};
  Answer termination_strong{}, termination_weak{};
  Answer valid_memsafety{};  // false: some undefined behaviour is reachable
  bool complete = false;     // all states were visited, and all their steps taken
  std::optional<base::Exceeded> stopped;
  uint64_t states = 0, edges = 0;
  // What was found where, for people: one set of sentences for each property that is false, and one for what the
  // enumerator does not know.
  std::set<std::string> failures, races, deadlocks, undefined, unsupported;
};

Report enumerate(const model::Program& p, const Limits& limits = {});

}  // namespace heddle::oracle
