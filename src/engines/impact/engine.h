// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "env/env.h"
#include "trace/result.h"
#include "trace/schedule.h"

namespace heddle::impact {

trace::Result run(const Env& env);

// One schedule after the other.
trace::Scheduling schedules(const Env& env, const trace::ScheduleListener& listener);

}  // namespace heddle::impact
