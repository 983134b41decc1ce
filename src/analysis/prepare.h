// SPDX-License-Identifier: GPL-3.0-or-later
// What every engine and the instrumentation want of a program that the front end has made: no ends of blocks that
// nobody can notice (scopes.h), and marks where the instrumented program calls its run-time (acts.h).
#pragma once
#include "model/program.h"

namespace heddle::analysis {

void prepare(model::Program& p);

}  // namespace heddle::analysis
