// SPDX-License-Identifier: GPL-3.0-or-later
// The oracle: visits every state of a small closed program, one step of one thread at a time, without any reduction,
// and says what is true of it. It exists to be compared with the real engines, so it shares nothing with them but the
// model.
#pragma once
#include <cstdint>
#include <set>
#include <string>

#include "model/program.h"

namespace heddle::oracle {

enum class Answer : uint8_t { True, False, Unknown };
const char* text(Answer a);

struct Report {
  Answer unreach_call{}, no_data_race{}, no_deadlock{};
  Answer termination_strong{}, termination_weak{};
  Answer valid_memsafety{};  // false: some undefined behaviour is reachable
  bool complete = false;     // all states were visited
  uint64_t states = 0, edges = 0;
  std::set<std::string> notes;  // what was found where, for people
};

Report enumerate(const model::Program& p, uint64_t state_limit = 2'000'000);

}  // namespace heddle::oracle
