// SPDX-License-Identifier: GPL-3.0-or-later
// Where the instrumented program calls its run-time: synchronisation, threads, inputs, ends, and the accesses to memory
// that more than one thread may know. Who uses them reads Instr::act, which prepare.h sets.
#pragma once
#include <vector>

#include "model/program.h"

namespace heddle::analysis {

class PointsTo;
// By ProcId and Pc.
std::vector<std::vector<bool>> acts(const model::Program& p, const PointsTo& points_to);

}  // namespace heddle::analysis
