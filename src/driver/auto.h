// SPDX-License-Identifier: GPL-3.0-or-later
// auto: the engines of a portfolio side by side.
#pragma once
#include "base/budget.h"
#include "driver/crew.h"
#include "driver/portfolio.h"
#include "options/options.h"
#include "trace/result.h"

namespace heddle::driver {

// `error_calls`: of the program, as far as they are known (error_calls.h). They can be asked about one by one.
trace::Result run_auto(const Portfolio& engines, const options::Options& options, base::Budget& budget, Crew& crew,
                       const std::vector<trace::Suspicion>& error_calls = {});

// How many of them run at the same time; the others take turns.
unsigned engines_at_once(const options::Options& options);

}  // namespace heddle::driver
