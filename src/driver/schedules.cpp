// SPDX-License-Identifier: GPL-3.0-or-later
#include "driver/schedules.h"

#include "engines/impact/engine.h"

namespace heddle::driver {

trace::Scheduling schedules(analysis::Analyses& analyses, const options::Options& options, base::Budget& budget,
                            const trace::ScheduleListener& listener) {
  analyses.pay_from(&budget);
  return impact::schedules({analyses, options, budget, {}}, listener);
}

}  // namespace heddle::driver
