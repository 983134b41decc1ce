// SPDX-License-Identifier: GPL-3.0-or-later
// What happened in a run, in words: what came out as foretold, or where the program went another way.
#pragma once
#include <string>
#include <vector>

#include "heddle/schedule_format.h"
#include "replay/native_run.h"
#include "replay/places.h"
#include "trace/native.h"

namespace heddle::replay {

struct Happened {
  heddle_status status{};
  Ended ended;
};

// "assertion failed at bank.c:13", "data race between ...".
std::string came_out(const trace::Violation& violation, const Happened& run, unsigned loops);

struct Divergence {
  std::string summary;
  std::vector<std::string> threads;  // where each thread was
};
// `script` is the unrolled one.
Divergence went_wrong(const Places& places, const trace::Trace& trace, const trace::Script& script,
                      const Happened& run);

// "exit code 1", "SIGSEGV", "killed after 10 s".
std::string end_of_process(const Ended& ended);

}  // namespace heddle::replay
