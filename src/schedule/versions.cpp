// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/versions.h"

#include <algorithm>

#include "base/check.h"

namespace heddle::schedule {

std::string Versions::made(const trace::Schedule& s) {
  if (is_full()) throw InputError("there are too many schedules for one run");
  std::vector<Earlier> earlier;
  for (const Made& m : made_) {
    Earlier& e = earlier.emplace_back();
    e.automaton = &m.automaton;
    for (const auto& [unit, state] : m.schedule.stops) e.stops.push_back(state);
  }
  Made now;
  now.automaton = automaton(s, events_, earlier);
  now.schedule = program_schedule(now.automaton, events_, analyses_, wanted_);
  std::vector<Moves> moves;
  for (const Made& m : made_) {
    Moves& to_here = moves.emplace_back();
    to_here.id = m.id;
    const std::map<StateId, StateId>& continues = now.automaton.continues[moves.size() - 1];
    for (const auto& [unit, state] : m.schedule.stops)
      if (auto it = continues.find(state); it != continues.end())
        to_here.units.emplace_back(unit, now.schedule.begins.at(it->second));
  }
  std::string plan = plan_file(now.schedule, events_, settings_, std::move(moves));
  now.id = plan_id(plan);
  if (std::none_of(made_.begin(), made_.end(), [&](const Made& m) { return m.id == now.id; }))
    made_.push_back(std::move(now));
  return plan;
}

}  // namespace heddle::schedule
