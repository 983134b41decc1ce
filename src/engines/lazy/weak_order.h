// SPDX-License-Identifier: GPL-3.0-or-later
// Does the program use operations that interleavings take for ordering although they order nothing else: relaxed atomics, attempts to lock that
// fail, sem_getvalue? Then no search over interleavings alone can show that there is no race.
#pragma once
#include "model/program.h"

namespace heddle::lazy {

bool orders_weakly(const model::Program& p);

}  // namespace heddle::lazy
