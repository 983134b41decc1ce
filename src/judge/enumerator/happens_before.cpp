// SPDX-License-Identifier: GPL-3.0-or-later
// Executions with vector clocks beside them (clocks.h): random ones, and all of them. Two executions that end in the
// same state with clocks that later races cannot tell apart are one.
#include "judge/enumerator/happens_before.h"

#include <unordered_set>

#include "judge/enumerator/clocks.h"

namespace heddle::oracle {

namespace {

struct Moment {
  State state;
  Clocks clocks;
};

Moment beginning(const Image& image, bool all_order) {
  Moment m{image.initial(), Clocks(all_order)};
  Choices none;
  Machine machine(image, m.state, none);
  machine.settle();
  m.clocks.take(machine.deeds);
  return m;
}

bool before_section(const Image& image, const Thread& t) {
  if (t.frames.empty()) return false;
  const model::Instr& i = image.program.procedures[t.frames.back().proc].code[t.frames.back().pc];
  return i.kind == model::InstrKind::Builtin && i.builtin == model::Builtin::AtomicBegin;
}

// visit(deeds, next state) for every step that can be taken. A section that waits has looked at its guard and comes
// nowhere, and neither does a section that ends the execution: no state.
template <class F>
void each_step(const Image& image, const State& s, F visit) {
  for (unsigned i = 0; i < s.threads.size(); ++i) {
    if (s.threads[i].status != Thread::Active) continue;
    for (auto move : {Machine::Normal, Machine::SpuriousWake, Machine::TimeOut, Machine::CancelledWake}) {
      if (!Machine::possible(s.threads[i], move)) continue;
      Choices choices;
      do {
        choices.rewind();
        State next = s;
        Machine m(image, next, choices);
        Machine::Outcome outcome = m.step(i, move);
        if (outcome == Machine::NotEnabled && before_section(image, s.threads[i])) {
          std::erase_if(m.deeds, [](const Deed& d) { return d.access.write; });
          visit(m.deeds, nullptr);
        }
        if (outcome == Machine::Stepped) visit(m.deeds, &next);
        if (outcome == Machine::Terminal) visit(m.deeds, nullptr);
      } while (choices.next());
    }
  }
}

bool walk(const Image& image, uint64_t random, bool all_order, unsigned steps) {
  Moment now = beginning(image, all_order);
  for (unsigned n = 0; n < steps && !now.clocks.race; ++n) {
    std::vector<std::pair<State, std::vector<Deed>>> all;
    each_step(image, now.state, [&](const std::vector<Deed>& deeds, State* next) {
      if (next) all.emplace_back(std::move(*next), deeds);
    });
    if (all.empty()) break;
    random ^= random << 13;
    random ^= random >> 7;
    random ^= random << 17;
    auto& [next, deeds] = all[random % all.size()];
    now.clocks.take(deeds);
    now.state = std::move(next);
  }
  return now.clocks.race;
}

}  // namespace

bool random_runs_race(const model::Program& p, uint64_t seed, unsigned runs, unsigned steps, Atomics atomics) {
  Image image(p);
  for (unsigned i = 0; i < runs; ++i)
    if (walk(image, (seed + i + 1) * 0x9e3779b97f4a7c15ull, atomics == Atomics::AllOrder, steps)) return true;
  return false;
}

Answer unordered_races(const model::Program& p, const Limits& limits) {
  Image image(p, limits.inputs);
  std::unordered_set<std::string> seen;
  std::vector<Moment> pending;
  bool race = false, unsure = false;
  auto add = [&](Moment&& m) {
    std::map<ObjId, uint32_t> numbers;
    std::string state = serialise(m.state, image.statics.size(), &numbers);
    if (seen.insert(state + "|" + m.clocks.text(m.state, numbers)).second) pending.push_back(std::move(m));
  };
  add(beginning(image, false));
  while (!pending.empty() && !race && seen.size() <= limits.states && !(limits.budget && limits.budget->check())) {
    Moment now = std::move(pending.back());
    pending.pop_back();
    each_step(image, now.state, [&](const std::vector<Deed>& deeds, State* next) {
      Clocks clocks = now.clocks;
      clocks.take(deeds);
      race |= clocks.race;
      unsure |= clocks.unsure;
      if (next && !race) add({std::move(*next), std::move(clocks)});
    });
  }
  return race ? Answer::False : unsure || !pending.empty() ? Answer::Unknown : Answer::True;
}

}  // namespace heddle::oracle
