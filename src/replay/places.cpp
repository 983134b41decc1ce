// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/places.h"

#include <algorithm>

#include "trace/folded_steps.h"

namespace heddle::replay {

using model::InstrKind;

Places::Places(const model::Program& program, const trace::Trace& trace) : program_(program), trace_(trace) {
  for (const model::Procedure& f : program.procedures)
    for (const model::Instr& i : f.code)
      if (i.event != 0 && (i.act || !places_.contains(i.event))) places_[i.event] = {&f, &i};
}

// Prefers a step of this thread: the same function may be called from several places.
const trace::Step* Places::step(model::EventId event, int thread) const {
  const trace::Step* found = nullptr;
  for (const trace::Step& s : trace_.steps)
    if (s.event == event && event != 0 && s.line != 0 && (!found || (s.thread == thread && found->thread != thread)))
      found = &s;
  return found;
}

std::string Places::where(model::EventId event, int thread) const {
  auto it = places_.find(event);
  if (it == places_.end()) return event == 0 ? "the end" : "event " + std::to_string(event);
  const auto& [procedure, instr] = it->second;
  if (!procedure->library && instr->pos.line != 0)
    return program_.files[instr->pos.file] + ":" + std::to_string(instr->pos.line) + " in " + procedure->name;
  const trace::Step* s = step(event, thread);
  if (!procedure->library) return procedure->name;
  return s ? s->file + ":" + std::to_string(s->line) + " in " + s->function : "library function " + procedure->name;
}

std::string Places::deed(const Place& place, const trace::Step* s) const {
  std::string verb;
  switch (place.instr->kind) {
    case InstrKind::Load: verb = "reads"; break;
    case InstrKind::Store: verb = "writes"; break;
    case InstrKind::Rmw:
    case InstrKind::CmpXchg: verb = "updates"; break;
    case InstrKind::Copy: verb = "copies"; break;
    case InstrKind::Fill: verb = "fills"; break;
    case InstrKind::Builtin: verb = model::verb(model::event_kind(place.instr->builtin)); break;
    default: return "";
  }
  return " (" + verb + (s && !s->object.empty() ? " " + s->object : "") + ")";
}

std::string Places::describe(model::EventId event, int thread) const {
  auto it = places_.find(event);
  return where(event, thread) + (it == places_.end() ? "" : deed(it->second, step(event, thread)));
}

std::vector<size_t> Places::step_of_order(const trace::Trace& trace, const trace::Script& unrolled) {
  if (trace.steps.empty() || trace.gap) return {};
  std::vector<size_t> out;
  const std::vector<size_t> taken = trace::unfolded(trace);  // the steps in the order of execution
  const auto loop = std::find(taken.begin(), taken.end(), trace.lasso_start.value_or(trace.steps.size()));
  auto next = taken.begin();  // the first that no order has yet
  auto same = [&](const trace::Step& s, const trace::Act& a) { return s.thread == a.thread && s.event == a.event; };
  std::vector<std::vector<const trace::Act*>> acts;
  for (const trace::Act& a : unrolled.acts) {
    if (a.order < 0) continue;
    if (acts.size() <= static_cast<size_t>(a.order)) acts.resize(static_cast<size_t>(a.order) + 1);
    acts[static_cast<size_t>(a.order)].push_back(&a);
  }
  for (const std::vector<const trace::Act*>& together : acts) {
    auto fits = [&](size_t step) {
      return std::any_of(together.begin(), together.end(),
                         [&](const trace::Act* a) { return same(trace.steps[step], *a); });
    };
    auto it = std::find_if(next, taken.end(), fits);
    if (it == taken.end()) it = std::find_if(loop, taken.end(), fits);
    if (it == taken.end()) {
      out.push_back(out.empty() ? 0 : out.back());
      continue;
    }
    out.push_back(*it);
    next = it + 1;
  }
  return out;
}

}  // namespace heddle::replay
