// SPDX-License-Identifier: GPL-3.0-or-later
// A program schedule as the bytes of a plan: include/heddle/plan_format.h.
#pragma once
#include <string>

#include "heddle/plan_format.h"
#include "schedule/sections.h"

namespace heddle::schedule {

struct PlanSettings {
  heddle_on_divergence on_divergence = HEDDLE_DIVERGED_STOP;
  uint32_t patience_ms = 10'000;
};

std::string plan_file(const ProgramSchedule& s, const Events& events, const PlanSettings& settings);

}  // namespace heddle::schedule
