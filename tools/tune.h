// SPDX-License-Identifier: GPL-3.0-or-later
// heddle run --tune: of several schedules that are proven safe, the one under which the program gets furthest.
#pragma once
#include "held_program.h"
#include "options/options.h"

namespace heddle::tools {

// Looks for schedules with longer turns, measures, and writes the best one beside the others; `options` name it from
// then on. The program runs some times for that, without a word, and is ended in the middle.
void tune(options::Options& options, HeldProgram& program);

}  // namespace heddle::tools
