// SPDX-License-Identifier: GPL-3.0-or-later
// What came of running the real program: a recorded run, and replays of violations. docs/json.md says how they are
// written.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "trace/result.h"

namespace heddle::trace {

// How a program ended that nobody held to anything.
enum class Ending : uint8_t { Finished, Assertion, Crashed, Stopped };
const char* text(Ending e);

// Kinds of acts that only recordings have: a signal comes for which the program has a handler, and the handler returns.
inline constexpr ActKind kSignal{9}, kReturned{10};

struct Recording {
  InputFiles input;
  std::vector<std::string> arguments;
  Ending ending = Ending::Finished;
  int exit_code = 0, signal = 0;
  std::vector<Act> acts;  // in the order in which they happened
  bool full = false;      // there was more than could be kept
};

struct ReplayedViolation {
  unsigned reproduced = 0, runs = 0;
  std::string outcome;   // what came out, or what went differently in the first run that did
  std::string diverged;  // empty, or the same with where each thread was
};

struct Replay {
  unsigned reproduced = 0, runs = 0;  // rounds; a round counts when everything came out in it
  std::vector<ReplayedViolation> violations;
};

struct RunStats {
  bool diverged = false;
  uint64_t events = 0, waits = 0, sections = 0;
  double seconds = 0;
  uint64_t relaxed = 0;               // how often the program has changed over to a newer schedule
  std::vector<std::string> left_out;  // schedules of a directory that cannot be followed, with the reason
};

}  // namespace heddle::trace
