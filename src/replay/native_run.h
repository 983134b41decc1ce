// SPDX-License-Identifier: GPL-3.0-or-later
// One run of the real program as a child process. Whatever the program does, this comes back: a limit in time is kept
// with SIGKILL, and when Heddle itself is killed the child dies with it.
#pragma once
#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "replay/exchange.h"

namespace heddle::replay {

struct NativeJob {
  std::string executable;
  std::vector<std::string> arguments;
  enum class Output { Pass, ToStandardError, Discard } output = Output::Pass;  // of standard output; Discard: of both
  bool on_its_own = true;                          // a process group of its own, no core file, and no input but `input`
  int input = -1;                                  // an open file, read from its beginning; -1: no input
  int last_signal = 9;                             // on its own: the signal that ends it
  std::chrono::milliseconds limit{0};              // 0: no limit
  const std::atomic<bool>* interrupted = nullptr;  // may be null
  std::function<void()> every_20_ms;               // may be empty
};

struct Ended {
  enum class Way { Exited, Signalled, TimedOut, Interrupted } way = Way::Exited;
  int code = 0;  // exit code or signal
  double seconds = 0;
};

// Throws InputError when the program cannot be started.
Ended run_native(const NativeJob& job, const Exchange& exchange);

std::string signal_name(int number);  // "SIGSEGV"

}  // namespace heddle::replay
