// SPDX-License-Identifier: GPL-3.0-or-later
// The script of a trace: what each thread of the real, instrumented program has to do so that the same thing happens
// there. An act is one execution of an instrumented place; include/heddle/schedule_format.h says what each kind means,
// and the numbers are the same. Steps are for people, acts are for the machine: a step is there only where threads can
// notice each other, an act wherever the instrumented program calls its run-time.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/program.h"

namespace heddle::trace {

enum class ActKind : uint8_t { Perform, Chunk, Wake, Relock, Released, Stop, Block, Fail, Hold };

struct Act {
  int thread = 0;
  model::EventId event = 0;
  ActKind kind = ActKind::Perform;
  int order = -1;
  uint32_t size = 0;
  uint64_t value = 0;
};

enum class Expected : uint8_t {
  End,
  Failure,
  Race,  // both accesses are next
  Deadlock,
  Livelock,
  Spin,
  Crash,
  Unordered,  // a race whose accesses are far apart: both are made, and nothing orders them
};

struct Script {
  Expected expected = Expected::End;
  std::vector<Act> acts;
  std::optional<size_t> loop;  // the acts from here on repeat for ever
  std::vector<int> spins;      // Spin: the threads that run for ever
  std::string why_not;         // not empty: the real program cannot be led there, and why
};

}  // namespace heddle::trace
