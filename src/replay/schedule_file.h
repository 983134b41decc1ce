// SPDX-License-Identifier: GPL-3.0-or-later
// Scripts to and from the files that the running program maps (include/heddle/schedule_format.h).
#pragma once
#include <string>
#include <vector>

#include "heddle/schedule_format.h"
#include "model/program.h"
#include "trace/native.h"
#include "trace/script.h"

namespace heddle::replay {

struct ScheduleSettings {
  unsigned loops = 10;  // how often the acts from Script::loop on are done
  bool models = true;   // library functions run as Heddle's models: scripts of simulated traces
  bool gdb = false;
};

// The script as the program is to follow it: the loop written out, acts that are no place in the program left out,
// orders without gaps.
trace::Script unrolled(const trace::Script& script, unsigned loops);

// The bytes of the schedule file. Throws InputError when no engine can have written the script.
std::string schedule_file(const trace::Script& script, const ScheduleSettings& settings);

// Throws InputError when the script names places that the program does not have.
void check_script(const trace::Script& script, const model::Program& program);

// A recorded run as a script: everything in the order in which it happened.
trace::Script script_of(const trace::Recording& recording);

}  // namespace heddle::replay
