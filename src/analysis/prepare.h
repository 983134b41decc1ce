// SPDX-License-Identifier: GPL-3.0-or-later
// The last step of making a Program. Ends of blocks that nobody can notice are taken out (scopes.h), and
// Instr::forgotten and Instr::act are set. This is the only place that sets them, and after it nobody changes the
// program any more.
//
// Why acts are a part of the program and not a table beside it: the interpreter, the instrumentation, the replay and
// every engine must mean the same places, in every process and for as long as the result is kept. A trace that counts
// one act more than the instrumented program does cannot be replayed. So there is one owner, and all others read.
#pragma once
#include <memory>

#include "analysis/analyses.h"
#include "model/program.h"

namespace heddle::analysis {

// What it had to compute is in the analyses that it returns.
std::unique_ptr<Analyses> prepare(model::Program& p, Patience patience = {});

}  // namespace heddle::analysis
