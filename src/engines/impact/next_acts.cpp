// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/impact/next_acts.h"

#include <vector>

#include "model/own_acts.h"

namespace heddle::impact {

const std::optional<NextActs::Next>& NextActs::of(flow::RestId r) {
  auto it = known_.find(r);
  if (it == known_.end()) it = known_.emplace(r, made(r)).first;
  return it->second;
}

// The first act that others may notice; false: there is none. What has been read of a given input is noticed only if
// several threads read it.
bool NextActs::first(const flow::Seen& seen, std::set<model::EventId>& into) const {
  for (const flow::Seen::Act& a : seen.acts) {
    const model::Instr& i = p_.procedures[a.proc].code[a.pc];
    if (i.kind == model::InstrKind::Builtin && model::is_own_act(i.builtin)) continue;
    into.insert(i.event);
    if (!model::reads_given_input(p_.procedures[a.proc])) return true;
  }
  return false;
}

std::optional<NextActs::Next> NextActs::made(flow::RestId from) const {
  Next out;
  std::set<flow::RestId> seen{from};
  std::vector<flow::RestId> work{from};
  while (!work.empty()) {
    const flow::Rest& r = flow_.rests[work.back()];
    work.pop_back();
    if (r.may_give_up || r.spot.phase == flow::Spot::Stuck) return std::nullopt;
    out.may_end |= r.spot.phase == flow::Spot::Ended;
    for (const flow::Fault& f : r.faults)
      if (!first(f.seen, out.events)) return std::nullopt;
    for (const flow::Step& s : r.steps)
      if (!first(s.seen, out.events) && seen.insert(s.to).second) work.push_back(s.to);
  }
  return out;
}

}  // namespace heddle::impact
