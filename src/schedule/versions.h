// SPDX-License-Identifier: GPL-3.0-or-later
// Plans that follow each other: `heddle schedule` finds schedule after schedule, each with more than those before, and
// a running program changes over to the next one where that is sound (continuation.h).
#pragma once
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "schedule/plan_file.h"

namespace heddle::schedule {

class Versions {
 public:
  Versions(const Events& events, const analysis::Analyses& analyses, const Wanted& wanted, const PlanSettings& settings)
      : events_(events), analyses_(analyses), wanted_(wanted), settings_(settings) {}

  // The bytes of a plan that programs under all plans made before can change over to. Throws InputError if there is
  // none for this schedule; then nothing has changed.
  std::string made(const trace::Schedule& s);
  bool is_full() const { return made_.size() >= HEDDLE_MAX_PLANS; }
  const ProgramSchedule& last() const { return made_.back().schedule; }

 private:
  struct Made {
    Automaton automaton;
    ProgramSchedule schedule;
    uint64_t id = 0;
  };
  const Events& events_;
  const analysis::Analyses& analyses_;
  const Wanted wanted_;
  const PlanSettings settings_;
  std::list<Made> made_;
};

}  // namespace heddle::schedule
