// SPDX-License-Identifier: GPL-3.0-or-later
// Engines with what may help them to a proof: bmc-order with an induction over steps where a bound will not do, and
// measures of loops with bmc-order to say that nothing undefined happens.
#pragma once
#include "env/env.h"

namespace heddle::driver {

trace::Result run_order(const Env& env);
// All that does not search over states: bmc-order, and for termination measures of loops.
trace::Result run_provers(const Env& env);

}  // namespace heddle::driver
