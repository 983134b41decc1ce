// SPDX-License-Identifier: GPL-3.0-or-later
// One replay: the script of a violation or of a recording becomes a schedule, the program runs under it once, and what
// it did is judged.
#pragma once
#include "replay/outcome.h"
#include "replay/schedule_file.h"

namespace heddle::replay {

struct Settings {
  unsigned loops = 10;
  NativeJob::Output output = NativeJob::Output::Pass;
  const std::atomic<bool>* interrupted = nullptr;
  int input = -1;  // a file that a recorded program gets as its standard input, from the beginning; -1: no input
  std::function<void(uint32_t orders_done)> progress;  // called every 20 ms and at the end; may be empty
};

struct Attempt {
  bool reproduced = false, interrupted = false;
  std::string outcome;               // what came out, or what went differently
  std::vector<std::string> threads;  // if it went differently: where each thread was
};

// The arguments of main, as many as the trace wants. Throws InputError when there are too many.
std::vector<std::string> arguments_of(const trace::Trace& trace);

Attempt replay_violation(const std::string& executable, const model::Program& program,
                         const trace::Violation& violation, const Settings& settings);
Attempt replay_recording(const std::string& executable, const model::Program& program,
                         const trace::Recording& recording, const Settings& settings);

// How a free run ended.
void take_ending(trace::Recording& recording, const Happened& run);
std::string ending_text(const trace::Recording& recording);  // "the program ended with exit code 0"

}  // namespace heddle::replay
