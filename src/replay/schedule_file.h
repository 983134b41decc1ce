// SPDX-License-Identifier: GPL-3.0-or-later
// Scripts to and from the files that the running program maps (include/heddle/schedule_format.h).
#pragma once
#include <set>
#include <string>
#include <vector>

#include "heddle/schedule_format.h"
#include "model/program.h"
#include "trace/native.h"
#include "trace/result.h"
#include "trace/script.h"

namespace heddle::replay {

// Threads that are started and end in a loop: each round starts as many new ones, with the next numbers.
struct Restarts {
  int first = 0;  // number of the first one, and of those after it
  int count = 0;
  std::set<model::EventId> starts;  // the places that start them; the value of such an act is the new thread
};
Restarts restarts(const trace::Trace& trace);

struct ScheduleSettings {
  unsigned loops = 10;  // how often the acts from Script::loop on are done
  bool models = true;   // library functions run as Heddle's models: scripts of simulated traces
  bool gdb = false;
  Restarts restarts;
};

// The script as the program is to follow it: the loop written out, acts that are no place in the program left out,
// orders without gaps.
trace::Script unrolled(const trace::Script& script, unsigned loops, const Restarts& restarts = {});

// The bytes of the schedule file. Throws InputError when no engine can have written the script.
std::string schedule_file(const trace::Script& script, const ScheduleSettings& settings);

// Throws InputError when the script names places that the program does not have.
void check_script(const trace::Script& script, const model::Program& program);

// A recorded run as a script: everything in the order in which it happened.
trace::Script script_of(const trace::Recording& recording);

}  // namespace heddle::replay
