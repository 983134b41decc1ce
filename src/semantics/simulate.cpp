// SPDX-License-Identifier: GPL-3.0-or-later
#include "semantics/simulate.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <tuple>

#include "base/memory_safety.h"
#include "semantics/identities.h"
#include "trace/folded_steps.h"

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

constexpr size_t kShort = 1000;        // executions of so many moves are told in full
constexpr size_t kTail = 500;          // moves that are told however long it takes
constexpr size_t kMostSteps = 50'000;  // nobody reads more

class Recorder {
 public:
  Recorder(const model::Program& p, Simulation& s, bool folds) : p_(p), s_(s), folds_(folds) {
    s_.trace.threads.push_back({0, "main", -1, "", 0});
    s_.thread_of_slot = {0};
    s_.held.resize(1);
  }

  enum class Tell { All, WithoutSteps, Nothing };
  void add(const Event& e, const std::vector<uint64_t>& choices, Tell tell) {
    int t = thread(e.thread);
    if (e.kind == EventKind::Create) created(e, t);
    locks(e, t);
    if (tell == Tell::Nothing) return;
    if (e.kind == EventKind::Input) input(e, t);
    if (tell == Tell::All) step(e, t, choices);
  }
  void begin_part(size_t* into) {  // an index into the steps, known at the end
    folder_.seal();
    parts_.push_back({folds_ ? folder_.size() : s_.trace.steps.size(), into});
  }
  bool is_full() const { return folder_.size() > kMostSteps; }
  void finish() {
    using Nodes = std::vector<trace::Folded<trace::Step>>;
    Nodes nodes = folder_.take();
    size_t done = 0;
    auto append = [&](size_t end) {
      auto from = nodes.begin() + static_cast<ptrdiff_t>(done), to = nodes.begin() + static_cast<ptrdiff_t>(end);
      for (trace::Step& s : trace::marked(Nodes(std::make_move_iterator(from), std::make_move_iterator(to))))
        s_.trace.steps.push_back(std::move(s));
      done = end;
    };
    for (auto [at, into] : parts_) {
      if (folds_) append(at);
      *into = folds_ ? s_.trace.steps.size() : at;
    }
    if (folds_) append(nodes.size());
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
  void step(const Event& e, int t, const std::vector<uint64_t>& choices) {
    trace::Step step;
    step.thread = t;
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
    step.matters = !e.of_library;
    if (e.other_thread >= 0) step.other_thread = thread(e.other_thread);
    if (folds_)
      folder_.push(std::move(step));
    else
      s_.trace.steps.push_back(std::move(step));
  }
  void input(const Event& e, int t) {
    trace::Input in{t, e.called, p_.files[e.pos.file], e.pos.line, e.value, e.bits, 1};
    trace::Input* last = s_.trace.inputs.empty() ? nullptr : &s_.trace.inputs.back();
    bool again = folds_ && last &&
                 std::tie(last->thread, last->bits, last->line, last->function, last->file) ==
                     std::tie(in.thread, in.bits, in.line, in.function, in.file);
    if (again)
      ++last->times;
    else
      s_.trace.inputs.push_back(std::move(in));
  }
  void created(const Event& e, int t) {
    int id = static_cast<int>(s_.trace.threads.size());
    s_.trace.threads.push_back({id, e.value, t, p_.files[e.pos.file], e.pos.line});
    thread(e.other_thread);
    s_.thread_of_slot[static_cast<size_t>(e.other_thread)] = id;
    s_.held.resize(s_.trace.threads.size());
  }
  void locks(const Event& e, int t) {
    auto& held = s_.held[static_cast<size_t>(t)];
    bool failed = e.value == "busy" || e.value == "timed out" || e.value.rfind("fails", 0) == 0;
    if ((e.kind == EventKind::Lock || e.kind == EventKind::ReadLock || e.kind == EventKind::TryLock) && !failed)
      held.push_back(e.object);
    if (e.kind == EventKind::Unlock && !failed)
      if (auto it = std::find(held.rbegin(), held.rend(), e.object); it != held.rend())
        held.erase(std::next(it).base());
    if (e.kind == EventKind::Wait && !held.empty()) held.pop_back();
  }

  const model::Program& p_;
  Simulation& s_;
  const bool folds_;
  Lines lines_;
  trace::StepFolder folder_;
  std::vector<std::pair<size_t, size_t*>> parts_;
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

// Takes the moves one after the other.
class Simulator {
 public:
  Simulator(Simulation& sim, const std::vector<Move>& moves, const Wanted& wanted, const Explaining& how,
            std::vector<bool> real)
      : sim_(sim),
        machine_(*sim.machine),
        moves_(moves),
        wanted_(wanted),
        how_(how),
        real_(std::move(real)),
        recorder_(machine_.program(), sim, moves.size() > kShort) {}

  void run() {
    machine_.record_sections(true);
    machine_.record_events(&events_);
    machine_.record_acts(&acts_);
    if (wanted_.happenings) machine_.record_happenings(&happenings_);
    state_ = machine_.initial();
    sim_.completed = true;
    for (size_t k = 0; k < moves_.size() && sim_.completed; ++k) {
      keep_state(k);
      if (k == wanted_.loop) {
        recorder_.begin_part(&sim_.trace.lasso_start.emplace());
        sim_.inputs_before_loop = machine_.inputs_read();
      }
      look_at_limits(k);
      take(k);
    }
    keep_state(sim_.moved);
    if (wanted_.loop && !sim_.trace.lasso_start) recorder_.begin_part(&sim_.trace.lasso_start.emplace());
    recorder_.finish();
    machine_.record_happenings(nullptr);
    machine_.record_acts(nullptr);
    machine_.record_events(nullptr);
  }

 private:
  void keep_state(size_t before) {
    if (before >= wanted_.states_from && sim_.states.size() == before - wanted_.states_from)
      sim_.states.push_back(state_);
  }

  bool is_tail(size_t k) const { return k + kTail >= wanted_.end; }
  // Of a part in the middle no steps are told. Without time or room the acts go, too, and the machine says less of each
  // event.
  void look_at_limits(size_t k) {
    if (!sim_.trace.gap && !is_tail(k)) {
      if (auto exceeded = how_.budget ? how_.budget->check() : std::nullopt) {
        sim_.acts_lost = text(trace::reason(*exceeded));
        sim_.acts = {};
        machine_.record_acts(nullptr);
        machine_.brief_events(true);
        leave_out(sim_.acts_lost);
      } else if (recorder_.is_full()) {
        leave_out("too long");
      }
    }
    if (sim_.trace.gap && is_tail(k)) machine_.brief_events(false);
  }
  void leave_out(const std::string& why) {
    sim_.trace.gap.emplace().why = why;
    recorder_.begin_part(&sim_.trace.gap->step);
  }
  Recorder::Tell tell(size_t k) const {
    if (k >= wanted_.end) return Recorder::Tell::Nothing;
    return sim_.trace.gap && !is_tail(k) ? Recorder::Tell::WithoutSteps : Recorder::Tell::All;
  }

  void take(size_t k) {
    const Move& m = moves_[k];
    if (sim_.acts_lost.empty()) sim_.acts.emplace_back();
    if (wanted_.happenings) sim_.happenings.emplace_back(), sim_.held_after.emplace_back();
    if (!real_[k] && !m.attempt) {
      sim_.results.emplace_back();
      ++sim_.moved;
      return;
    }
    std::vector<Choices::Item> items;
    std::vector<uint64_t> picks;
    for (const auto& c : m.choices)
      if (!c.about_input) {
        items.push_back(c);
        if (c.arity > 1) picks.push_back(c.picked);
      }
    Choices choices(items);
    events_.clear();
    acts_.clear();
    happenings_.clear();
    sim_.results.push_back(machine_.step(state_, m.thread, choices, next_));
    for (const Event& e : events_) recorder_.add(e, picks, tell(k));
    if (wanted_.happenings) note_happenings(m);
    for (const RawAct& a : acts_) sim_.acts.back().push_back(recorder_.performed(a));
    const StepResult& r = sim_.results.back();
    sim_.completed = (r.taken && !r.unmodelled) || (m.attempt && !r.taken);
    if (machine_.follows_unknown_numbers())  // nothing may depend on one
      for (const Fault& f : r.faults) sim_.completed &= !base::is_uninitialised_read(f.kind);
    if (!sim_.completed) return;
    if (r.taken) {
      identities_.step_taken(machine_);
      state_.swap(next_);
    }
    ++sim_.moved;
  }

  void note_happenings(const Move& m) {
    identities_.name(happenings_);
    sim_.happenings.back() = happenings_;
    size_t mover = static_cast<size_t>(m.thread < sim_.thread_of_slot.size() ? sim_.thread_of_slot[m.thread] : 0);
    sim_.held_after.back() = sim_.held[mover];
  }

  Simulation& sim_;
  Machine& machine_;
  const std::vector<Move>& moves_;
  const Wanted& wanted_;
  const Explaining& how_;
  const std::vector<bool> real_;
  Recorder recorder_;
  State state_, next_;
  std::vector<Event> events_;
  std::vector<RawAct> acts_;
  std::vector<Happening> happenings_;
  Identities identities_;
};

}  // namespace

Simulation simulate(const MakeMachine& make, const std::vector<Move>& moves, const Wanted& wanted,
                    const Explaining& how) {
  Simulation sim;
  sim.machine = make();
  sim.machine->keep_births(true);
  sim.moves = moves;
  sim.states_from = wanted.states_from;
  std::vector<bool> real(moves.size(), true);
  sim.machine->set_inputs(how.inputs ? *how.inputs : solve_inputs(*make(), moves, real));
  Simulator(sim, moves, wanted, how, std::move(real)).run();
  return sim;
}

}  // namespace heddle::semantics
