// SPDX-License-Identifier: GPL-3.0-or-later
// Where the instrumented program calls its run-time: synchronisation, threads, inputs, ends, and the accesses to memory
// that more than one thread may know. The check and the instrumentation ask here, so that both speak of the same
// places.
#pragma once
#include "model/program.h"

namespace heddle::analysis {

class PointsTo;
void mark_acts(model::Program& p, const PointsTo& points_to);

}  // namespace heddle::analysis
