// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules that are proven safe, one after the other. In this process: what was found is with the listener already.
#pragma once
#include "analysis/analyses.h"
#include "base/budget.h"
#include "options/options.h"
#include "trace/schedule.h"

namespace heddle::driver {

trace::Scheduling schedules(analysis::Analyses& analyses, const options::Options& options, base::Budget& budget,
                            const trace::ScheduleListener& listener);

}  // namespace heddle::driver
