// SPDX-License-Identifier: GPL-3.0-or-later
#include "semantics/script.h"

#include <algorithm>

namespace heddle::semantics {

using model::Builtin;
using model::InstrKind;
using trace::Act;
using trace::ActKind;
using trace::Expected;
using trace::Script;

namespace {

constexpr size_t kMostThreads = 250;  // the run-time has room for 256

bool ends_here(const Performed& p) { return p.act.kind == ActKind::Fail || p.act.kind == ActKind::Hold; }

int next_order(const Script& script) {
  int last = -1;
  for (const Act& a : script.acts) last = std::max(last, a.order);
  return last + 1;
}

// A move that ends in an exit or in a failure that is not wanted. A whole section is put off: nobody saw what it did.
void put_off(std::vector<Performed>& acts) {
  auto end = std::find_if(acts.begin(), acts.end(), ends_here);
  if (end == acts.end()) return;
  int thread = end->act.thread;
  auto first =
      std::find_if(acts.begin(), acts.end(), [&](const Performed& p) { return p.act.thread == thread && p.ordered; });
  bool section = end->ordered && first < end;
  auto at = section ? first : end;
  at->act.kind = ActKind::Hold;
  at->ordered = false;
  if (section) acts.erase(first + 1, end + 1);
}

void append(Script& script, const std::vector<Performed>& acts, int& order) {
  bool counted = false;
  for (const Performed& p : acts) {
    Act a = p.act;
    a.order = p.ordered ? order : -1;
    counted |= p.ordered;
    script.acts.push_back(a);
  }
  order += counted;
}

void add(Script& script, int thread, model::EventId event, ActKind kind, int order = -1) {
  Act a;
  a.thread = thread;
  a.event = event;
  a.kind = kind;
  a.order = order;
  script.acts.push_back(a);
}

int trace_thread(const Simulation& sim, unsigned slot) {
  return slot < sim.thread_of_slot.size() ? sim.thread_of_slot[slot] : 0;
}

// Up to the access in the section that `thread` runs in one of the moves from `end` on; false when it is not there.
bool stop_in_section(Script& script, const Simulation& sim, size_t end, int thread, const Access& wanted) {
  for (size_t k = end; k < sim.acts.size(); ++k) {
    const std::vector<Performed>& acts = sim.acts[k];
    auto there = std::find_if(acts.begin(), acts.end(), [&](const Performed& p) {
      return p.act.thread == thread && p.ordered && overlap(p.access, wanted) && p.access.write == wanted.write;
    });
    if (there == acts.end()) continue;
    int order = next_order(script);
    append(script, {acts.begin(), there}, order);
    add(script, thread, there->act.event, ActKind::Stop, order - (there != acts.begin()));
    return true;
  }
  return false;
}

}  // namespace

Script write_script(const Simulation& sim, size_t end, bool fails) {
  Script script;
  if (!sim.acts_lost.empty()) {
    script.why_not = "its trace was not written down in full: " + sim.acts_lost;
    return script;
  }
  int order = 0;
  for (size_t k = 0; k < end && k < sim.acts.size(); ++k) {
    if (sim.results[k].chose_order)
      script.why_not =
          "it depends on which of two objects has the lower address, or on bits of an address, which is up to compiler "
          "and C library";
    if (sim.results[k].chose_reuse)
      script.why_not = "a block must get the address of one that was freed, which is up to the C library";
    if (!sim.results[k].taken) continue;  // a section that only looked at its guard
    std::vector<Performed> acts = sim.acts[k];
    for (const Performed& p : acts)
      if (p.old_handle)
        script.why_not = "a thread must get the handle that an earlier thread had, which is up to the C library";
    if (!(fails && k + 1 == end)) put_off(acts);
    append(script, acts, order);
  }
  if (sim.trace.threads.size() > kMostThreads)
    script.why_not = "it has more than " + std::to_string(kMostThreads) + " threads";
  return script;
}

void end_in_failure(Script& script, const Simulation& sim) {
  auto fail =
      std::find_if(script.acts.begin(), script.acts.end(), [](const Act& a) { return a.kind == ActKind::Fail; });
  script.expected = fail == script.acts.end() && sim.acts_lost.empty() ? Expected::Crash : Expected::Failure;
  if (fail != script.acts.end() && fail->order < 0) fail->order = next_order(script);
}

void end_in_race(Script& script, const Simulation& sim, size_t end, unsigned t, const Access& of_t, unsigned u,
                 const Access& of_u) {
  script.expected = Expected::Race;
  if (!sim.acts_lost.empty()) return;
  const State& s = sim.state(end);
  for (auto [slot, wanted] : {std::pair{t, of_t}, std::pair{u, of_u}}) {
    const ThreadInfo& in = sim.machine->info(s, slot);
    int thread = trace_thread(sim, slot);
    bool returns = in.instr->kind == InstrKind::Return;
    if ((!in.section || returns) && in.instr->act)
      add(script, thread, in.instr->event, ActKind::Stop);
    else if (!in.section || !stop_in_section(script, sim, end, thread, wanted))
      script.why_not = "one side of the race is the end of a variable, which is not a place of its own in the program";
  }
}

void end_in_deadlock(Script& script, const Simulation& sim, const std::vector<unsigned>& slots) {
  script.expected = Expected::Deadlock;
  if (!sim.acts_lost.empty()) return;
  for (unsigned slot : slots) {
    const ThreadInfo& in = sim.machine->info(sim.states.back(), slot);
    if (in.status == ThreadStatus::Ready || in.status == ThreadStatus::CondWoken)
      add(script, trace_thread(sim, slot), in.instr->event, ActKind::Block);
  }
}

void end_in_livelock(Script& script, const Simulation& sim, size_t loop, size_t end) {
  script.expected = Expected::Livelock;
  if (!sim.acts_lost.empty()) return;
  size_t before = 0;
  for (size_t k = 0; k < loop; ++k) before += sim.acts[k].size();
  script.loop = std::min(before, script.acts.size());
  script.expected = *script.loop < script.acts.size() ? Expected::Livelock : Expected::Spin;
  if (script.expected == Expected::Livelock) return;
  script.loop.reset();
  for (size_t k = loop; k < end; ++k) {
    int thread = trace_thread(sim, sim.moves[k].thread);
    if (std::find(script.spins.begin(), script.spins.end(), thread) == script.spins.end())
      script.spins.push_back(thread);
  }
}

}  // namespace heddle::semantics
