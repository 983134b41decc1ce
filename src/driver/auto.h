// SPDX-License-Identifier: GPL-3.0-or-later
// auto: what fits, cheapest first.
#pragma once
#include "base/budget.h"
#include "model/program.h"
#include "options/options.h"
#include "trace/result.h"

namespace heddle::driver {

trace::Result run_auto(const model::Program& program, const options::Options& options, base::Budget& budget);

}  // namespace heddle::driver
