// SPDX-License-Identifier: GPL-3.0-or-later
// bmc-order with what may help it to a proof: where a bound will not do, an induction over steps.
#pragma once
#include "base/budget.h"
#include "model/program.h"
#include "options/options.h"
#include "trace/news.h"

namespace heddle::driver {

trace::Result run_order(const model::Program& program, const options::Options& options, base::Budget& budget, const trace::Tell& tell);

}  // namespace heddle::driver
