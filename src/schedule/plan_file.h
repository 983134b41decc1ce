// SPDX-License-Identifier: GPL-3.0-or-later
// A program schedule as the bytes of a plan: include/heddle/plan_format.h.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "heddle/plan_format.h"
#include "schedule/sections.h"

namespace heddle::schedule {

struct PlanSettings {
  heddle_on_divergence on_divergence = HEDDLE_DIVERGED_STOP;
  uint32_t patience_ms = 10'000;
  std::string program;      // its sources and flags
  uint64_t executable = 0;  // its id (instrument.h)
};

// Where a program goes on that follows an earlier plan: from unit to unit.
struct Moves {
  uint64_t id = 0;  // of the earlier plan
  std::vector<std::pair<UnitId, UnitId>> units;
};

uint64_t plan_id(const std::string& plan);
std::string plan_file(const ProgramSchedule& s, const Events& events, const PlanSettings& settings,
                      std::vector<Moves> moves = {});

}  // namespace heddle::schedule
