// SPDX-License-Identifier: GPL-3.0-or-later
#include "semantics/simulate.h"

#include <algorithm>
#include <fstream>
#include <map>

namespace heddle::semantics {

using model::EventKind;

namespace {

// Source lines, read once per file.
class Lines {
 public:
  const std::string& at(const std::string& file, uint32_t line) {
    static const std::string kEmpty;
    auto [it, fresh] = files_.try_emplace(file);
    if (fresh) {
      std::ifstream in(file);
      for (std::string s; std::getline(in, s);) {
        size_t a = s.find_first_not_of(" \t"), b = s.find_last_not_of(" \t\r");
        it->second.push_back(a == std::string::npos ? "" : s.substr(a, b - a + 1));
      }
    }
    return line >= 1 && line <= it->second.size() ? it->second[line - 1] : kEmpty;
  }

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

class Recorder {
 public:
  Recorder(const model::Program& p, Simulation& s) : p_(p), s_(s) {
    s_.trace.threads.push_back({0, "main", -1, "", 0});
    s_.thread_of_slot = {0};
    s_.held.resize(1);
  }

  void add(const Event& e, const std::vector<uint64_t>& choices) {
    trace::Step step;
    step.thread = thread(e.thread);
    step.file = p_.files[e.pos.file];
    step.line = e.pos.line;
    step.column = e.pos.column;
    step.function = e.function;
    step.text = lines_.at(step.file, step.line);
    step.event = e.instr ? e.instr->event : 0;
    step.kind = e.kind;
    step.object = e.object;
    step.value = e.value;
    step.locals = e.locals;
    step.choices = choices;
    if (e.kind == EventKind::Create) created(e, step);
    if (e.other_thread >= 0) step.other_thread = thread(e.other_thread);
    if (e.kind == EventKind::Input)
      s_.trace.inputs.push_back({step.thread, e.instr->text, step.file, step.line, e.value, e.bits});
    locks(e, step.thread);
    s_.trace.steps.push_back(std::move(step));
  }

  Performed performed(const RawAct& a) {
    Performed p;
    p.act.thread = thread(static_cast<int>(a.slot));
    p.act.event = a.event;
    p.act.kind = a.kind;
    p.act.size = a.size;
    p.act.value = a.creates ? static_cast<uint64_t>(thread(static_cast<int>(a.value))) : a.value;
    p.ordered = a.ordered;
    p.access = a.access;
    p.old_handle = a.old_handle;
    return p;
  }

 private:
  int thread(int slot) {
    size_t n = static_cast<size_t>(slot);
    if (s_.thread_of_slot.size() <= n) s_.thread_of_slot.resize(n + 1, 0);
    return s_.thread_of_slot[n];
  }
  void created(const Event& e, const trace::Step& step) {
    int id = static_cast<int>(s_.trace.threads.size());
    s_.trace.threads.push_back({id, e.value, step.thread, step.file, step.line});
    thread(e.other_thread);
    s_.thread_of_slot[static_cast<size_t>(e.other_thread)] = id;
    s_.held.resize(s_.trace.threads.size());
  }
  void locks(const Event& e, int t) {
    auto& held = s_.held[static_cast<size_t>(t)];
    bool failed = e.value == "busy" || e.value == "timed out" || e.value.rfind("fails", 0) == 0;
    if ((e.kind == EventKind::Lock || e.kind == EventKind::ReadLock || e.kind == EventKind::TryLock) && !failed) held.push_back(e.object);
    if (e.kind == EventKind::Unlock && !failed)
      if (auto it = std::find(held.rbegin(), held.rend(), e.object); it != held.rend()) held.erase(std::next(it).base());
    if (e.kind == EventKind::Wait && !held.empty()) held.pop_back();
  }

  const model::Program& p_;
  Simulation& s_;
  Lines lines_;
};

// Objects get new numbers in every state; here each keeps the one it gets when it is first met.
class Identities {
 public:
  void name(std::vector<Happening>& happenings) {
    for (Happening& h : happenings)
      if (h.kind == Happening::Touch) h.identity = of_.try_emplace(h.access.obj, next_ + 1).second ? ++next_ : of_[h.access.obj];
  }
  void step_taken(const Machine& m) {
    std::map<ObjRef, uint32_t> now;
    for (auto [object, identity] : of_)
      if (auto renamed = m.renamed(object)) now[*renamed] = identity;
    of_ = std::move(now);
  }

 private:
  std::map<ObjRef, uint32_t> of_;
  uint32_t next_ = 0;
};

// `real[k]`: move k does something; the others only say that an atomic section waits for certain inputs.
std::vector<uint64_t> solve_inputs(Machine& machine, const std::vector<Move>& moves, std::vector<bool>& real) {
  machine.keep_inputs(true);
  real.assign(moves.size(), true);
  State s = machine.initial(), next;
  for (size_t k = 0; k < moves.size(); ++k) {
    Choices choices(moves[k].choices);
    StepResult r = machine.step(s, moves[k].thread, choices, next);
    if (!r.taken) break;
    real[k] = !r.narrowed;
    s.swap(next);
  }
  return machine.input_values(s);
}

}  // namespace

Simulation simulate(const MakeMachine& make, const std::vector<Move>& moves, const std::vector<uint64_t>* inputs) {
  Simulation sim;
  sim.machine = make();
  Machine& machine = *sim.machine;
  std::vector<bool> real(moves.size(), true);
  machine.set_inputs(inputs ? *inputs : solve_inputs(*make(), moves, real));
  machine.record_sections(true);
  std::vector<Event> events;
  machine.record_events(&events);
  std::vector<RawAct> acts;
  machine.record_acts(&acts);
  std::vector<Happening> happenings;
  machine.record_happenings(&happenings);
  Identities identities;
  sim.moves = moves;
  Recorder recorder(machine.program(), sim);
  State s = machine.initial();
  sim.states.push_back(s);
  sim.completed = true;
  sim.held_after.resize(moves.size());
  for (size_t k = 0; k < moves.size(); ++k) {
    const Move& m = moves[k];
    sim.first_step.push_back(sim.trace.steps.size());
    sim.acts.emplace_back();
    sim.happenings.emplace_back();
    if (!real[k] && !m.attempt) {
      sim.results.emplace_back();
      sim.states.push_back(s);
      continue;
    }
    std::vector<Choices::Item> items;
    std::vector<uint64_t> picks;
    for (const auto& c : m.choices)
      if (!c.about_input) {
        items.push_back(c);
        if (c.arity > 1) picks.push_back(c.picked);
      }
    Choices choices(items);
    State next;
    events.clear();
    acts.clear();
    happenings.clear();
    sim.results.push_back(machine.step(s, m.thread, choices, next));
    identities.name(happenings);
    sim.happenings.back() = happenings;
    for (const Event& e : events) recorder.add(e, picks);
    size_t mover = static_cast<size_t>(m.thread < sim.thread_of_slot.size() ? sim.thread_of_slot[m.thread] : 0);
    sim.held_after[k] = sim.held[mover];
    for (const RawAct& a : acts) sim.acts.back().push_back(recorder.performed(a));
    if (m.attempt && !sim.results.back().taken) {
      sim.states.push_back(s);
      continue;
    }
    if (!sim.results.back().taken || sim.results.back().unmodelled) {
      sim.completed = false;
      break;
    }
    identities.step_taken(machine);
    s.swap(next);
    sim.states.push_back(s);
  }
  machine.record_happenings(nullptr);
  machine.record_acts(nullptr);
  machine.record_events(nullptr);
  return sim;
}

}  // namespace heddle::semantics
