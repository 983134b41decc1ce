// SPDX-License-Identifier: GPL-3.0-or-later
// Engines with what may help them to a proof: bmc-order with an induction over steps where a bound will not do, and
// measures of loops with bmc-order to say that nothing undefined happens.
#pragma once
#include "base/budget.h"
#include "model/program.h"
#include "options/options.h"
#include "trace/news.h"

namespace heddle::driver {

trace::Result run_order(const model::Program& program, const options::Options& options, base::Budget& budget,
                        const trace::Tell& tell);
// All that does not search over states: bmc-order, and for termination measures of loops.
trace::Result run_provers(const model::Program& program, const options::Options& options, base::Budget& budget,
                          const trace::Tell& tell);

}  // namespace heddle::driver
