// SPDX-License-Identifier: GPL-3.0-or-later
#include "semantics/explain.h"

#include <algorithm>
#include <map>
#include <set>

#include "model/library_names.h"
#include "semantics/any_values.h"
#include "semantics/race_check.h"
#include "semantics/relevance.h"
#include "semantics/script.h"

namespace heddle::semantics {

using base::Property;
using model::Builtin;
using model::InstrKind;
using trace::Location;
using trace::Violation;

namespace {

int trace_thread(const Simulation& sim, unsigned slot) {
  return slot < sim.thread_of_slot.size() ? sim.thread_of_slot[slot] : 0;
}

Location location(const Machine& m, const State& s, const Simulation& sim, unsigned t) {
  Location l;
  const ThreadInfo& in = m.info(s, t);
  model::Position pos = m.position(in, &l.function);
  l.file = m.program().files[pos.file];
  l.line = pos.line;
  l.column = pos.column;
  l.thread = trace_thread(sim, t);
  if (static_cast<size_t>(l.thread) < sim.held.size()) l.holds = sim.held[static_cast<size_t>(l.thread)];
  return l;
}

std::string thread_name(const Simulation& sim, int id) {
  return id == 0 ? "main"
                 : "thread " + std::to_string(id) + " (" + sim.trace.threads[static_cast<size_t>(id)].name + ")";
}

Violation base_violation(Property property, std::string kind, std::string message, Simulation& sim) {
  Violation v;
  v.property = property;
  v.kind = std::move(kind);
  v.message = std::move(message);
  v.trace = std::move(sim.trace);
  return v;
}

}  // namespace

std::optional<Violation> explain_fault(const MakeMachine& make, const std::vector<Move>& moves, const std::string& kind,
                                       const Explaining& how) {
  Simulation sim = simulate(make, moves, {moves.size(), {}, moves.size()}, how);
  Machine& m = *sim.machine;
  if (!sim.completed || sim.results.empty()) return std::nullopt;
  for (const Fault& f : sim.results.back().faults) {
    if (f.kind != kind) continue;
    Location l;
    l.file = m.program().files[f.pos.file];
    l.line = f.pos.line;
    l.column = f.pos.column;
    l.function = f.function;
    l.thread = trace_thread(sim, static_cast<unsigned>(f.thread));
    l.access = f.reason == ParkReason::Assertion ? "error" : "undefined";
    l.object = f.object;
    if (static_cast<size_t>(l.thread) < sim.held.size()) l.holds = sim.held[static_cast<size_t>(l.thread)];
    Property property = f.reason == ParkReason::Assertion ? Property::UnreachCall : Property::ValidMemsafety;
    std::string message = f.message + (f.object.empty() ? "" : ": " + f.object);
    trace::Script script = write_script(sim, moves.size(), true);
    end_in_failure(script, sim);
    Violation v = base_violation(property, f.kind, message, sim);
    v.trace.script = std::move(script);
    v.locations.push_back(l);
    mark_causes(v, {l.thread}, f.object.empty() ? std::set<std::string>{} : std::set<std::string>{f.object});
    return v;
  }
  return std::nullopt;
}

std::optional<Violation> explain_race(const MakeMachine& make, const std::vector<Move>& moves, unsigned t, unsigned u,
                                      const std::vector<Move>& last, const Explaining& how) {
  std::vector<Move> all = moves;
  all.insert(all.end(), last.begin(), last.end());
  Simulation sim = simulate(make, all, {all.size(), {}, moves.size()}, how);
  Machine& m = *sim.machine;
  if (sim.moved <= moves.size()) return std::nullopt;
  const State& s = sim.state(moves.size());
  // The accesses in conflict: pending in s, or inside the section the last move runs.
  auto accesses = [&](unsigned w) {
    const ThreadInfo& in = m.info(s, w);
    if (!in.section) return in.accesses;
    for (size_t k = 0; k < last.size(); ++k)
      if (last[k].thread == w && moves.size() + k < sim.results.size()) return sim.results[moves.size() + k].section;
    return std::vector<Access>{};
  };
  for (const Access& x : accesses(t))
    for (const Access& y : accesses(u)) {
      if (!race(x, y) || !m.exists(s, x) || !m.exists(s, y) || !m.can_proceed(s, t) || !m.can_proceed(s, u)) continue;
      uint32_t from = std::max(x.offset, y.offset);
      uint32_t size = std::min(x.size, y.size) == kWhole ? 0 : std::min(x.size, y.size);
      std::string object = m.object_name(s, x.obj, from, size);
      Location a = location(m, s, sim, t), b = location(m, s, sim, u);
      a.object = b.object = object;
      auto word = [](const Access& z) {
        return std::string(z.atomic ? "atomic " : "") + (z.size == kWhole ? "free" : z.write ? "write" : "read");
      };
      a.access = word(x);
      b.access = word(y);
      std::string message = "data race on " + object + ": " + thread_name(sim, a.thread) + " " + a.access + "s, " +
                            thread_name(sim, b.thread) + " " + b.access + "s, and nothing orders the two";
      trace::Script script = write_script(sim, moves.size(), false);
      end_in_race(script, sim, moves.size(), t, x, u, y);
      Violation v = base_violation(Property::NoDataRace, "data-race", message, sim);
      v.trace.script = std::move(script);
      v.locations = {a, b};
      mark_accesses(v, {a.thread, b.thread}, {object});
      return v;
    }
  return std::nullopt;
}

namespace {

std::string access_word(const Happening& h) {
  return std::string(h.access.atomic ? "atomic " : "") + (h.frees ? "free" : h.access.write ? "write" : "read");
}

Location location(const Machine& m, const Simulation& sim, HappeningAt where) {
  const Happening& h = sim.happenings[where.move][where.index];
  Location l;
  l.file = m.program().files[h.pos.file];
  l.line = h.pos.line;
  l.column = h.pos.column;
  l.function = h.function;
  l.thread = static_cast<int>(where.thread);
  l.access = access_word(h);
  l.holds = sim.held_after[where.move];
  return l;
}

// How a thread learnt of another one's access without being ordered after it, and what to write instead.
std::string hearsay(const Simulation& sim, const UnorderedAccesses& race) {
  const Happening& read = sim.happenings[race.link->read.move][race.link->read.index];
  const Happening& write = sim.happenings[race.link->write.move][race.link->write.index];
  auto line = [](const Happening& h) { return " at line " + std::to_string(h.pos.line); };
  std::string learnt = thread_name(sim, static_cast<int>(race.link->read.thread)) + " learnt of it through ";
  if (read.attempt == Builtin::SemGetValue)
    return learnt + "the value of `" + read.object + "`" + line(read) +
           ", which orders nothing; wait for the semaphore instead";
  if (read.attempt == Builtin::AtomicBegin)
    return learnt + "a call" + line(read) + " of a function of the C library, which orders nothing";
  if (read.attempt != Builtin::None)
    return learnt + "the failed attempt on `" + read.object + "`" + line(read) +
           ", which orders nothing; take the lock instead";
  std::string what = read.access.write ? "update" : "load", before = write.updates ? "update" : "store";
  if (read.acquires)
    return learnt + "the " + what + " of `" + read.object + "`" + line(read) + ", but the " + before + line(write) +
           " does not release; use memory_order_release there";
  return learnt + "the " + what + " of `" + read.object + "`" + line(read) +
         ", which does not acquire and orders nothing; use memory_order_acquire there" +
         (write.releases ? "" : " and memory_order_release in the " + before + line(write));
}

}  // namespace

std::optional<Violation> explain_unordered(const MakeMachine& make, const std::vector<Move>& moves,
                                           const Explaining& how) {
  Simulation sim = simulate(make, moves, {moves.size(), {}, moves.size(), true}, how);
  std::optional<UnorderedAccesses> race;
  if (sim.completed) race = unordered_accesses(sim);
  if (!race) return std::nullopt;
  Location a = location(*sim.machine, sim, race->first), b = location(*sim.machine, sim, race->second);
  std::string object = sim.happenings[race->second.move][race->second.index].object;
  a.object = b.object = object;
  std::string message = "data race on " + object + ": " + thread_name(sim, a.thread) + " " + a.access + "s, " +
                        thread_name(sim, b.thread) + " " + b.access + "s, and nothing orders the two";
  std::set<std::string> objects{object};
  if (race->link) {
    message += ": " + hearsay(sim, *race);
    objects.insert(sim.happenings[race->link->read.move][race->link->read.index].object);
  }
  trace::Script script = write_script(sim, moves.size(), false);
  script.expected = trace::Expected::Unordered;
  if (moves.back().attempt) script.why_not = "one side of the race is a look at the guard of a section that waits";
  Violation v = base_violation(Property::NoDataRace, "data-race", message, sim);
  v.trace.script = std::move(script);
  v.locations = {a, b};
  mark_accesses(v, {a.thread, b.thread}, objects);
  return v;
}

namespace {
// A section that waits, in a library model: what the user's call waits for.
std::string library_wait(const model::Program& p, const ThreadInfo& in) {
  std::string call;
  for (const auto& [f, pc] : in.stack) {
    const model::Procedure& code = p.procedures[f];
    if (!code.library) break;
    if (code.name == "read_pipe") return "a byte in the empty pipe";
    if (code.name == "read_counter") return "a count above zero of the eventfd";
    if (code.name == "futex_wait") return "somebody to wake it at the futex";
    call = model::name_for_users(code.name);
  }
  return call.empty() ? "its guard" : "what `" + call + "` returns for";
}

// What a blocked thread waits for, in words.
void describe_wait(const Machine& m, const State& s, const Simulation& sim, unsigned t, Location& l) {
  const ThreadInfo& in = m.info(s, t);
  std::vector<unsigned> holders = m.waits_for(s, t);
  if (!holders.empty()) l.waits_for_thread = trace_thread(sim, holders[0]);
  if (in.status == ThreadStatus::CondWaiting) {
    l.access = "wait";
  } else if (in.status == ThreadStatus::BarrierWaiting) {
    l.access = "barrier";
  } else if (in.status == ThreadStatus::CondWoken) {
    l.access = "lock";
  } else if (in.section) {
    l.access = "section";
    l.waits_for = library_wait(m.program(), in);
    return;
  } else if (in.instr && in.instr->kind == InstrKind::Builtin) {
    l.access = model::json_name(model::event_kind(in.instr->builtin));
    if (model::event_kind(in.instr->builtin) == model::EventKind::Join) {
      l.waits_for = "the end of " + thread_name(sim, trace_thread(sim, in.joins - 1));
      return;
    }
  }
  if (!in.accesses.empty())
    l.waits_for = l.object = m.object_name(s, in.accesses[0].obj, in.accesses[0].offset, Machine::kLock);
}

bool nobody_can_step(Machine& m, const State& s) {
  State to;
  for (unsigned t = 0; t < m.threads(s); ++t) {
    if (m.info(s, t).status == ThreadStatus::Parked) return false;
    if (!m.can_proceed(s, t)) continue;
    Choices choices;
    do {
      StepResult r = m.step(s, t, choices, to);
      if ((r.taken && !r.spurious) || r.wide_input) return false;  // of a wide input some value may let it step
    } while (choices.advance());
  }
  return true;
}
}  // namespace

std::optional<Violation> explain_deadlock(const MakeMachine& make, const std::vector<Move>& moves,
                                          const std::vector<unsigned>& threads, const Explaining& how) {
  Simulation sim = simulate(make, moves, {moves.size(), {}, moves.size()}, how);
  Machine& m = *sim.machine;
  if (!sim.completed) return std::nullopt;
  const State& s = sim.states.back();
  m.free_inputs();  // a section that waits asks for its inputs anew
  bool ring = true;
  for (size_t k = 0; k < threads.size(); ++k) {
    std::vector<unsigned> holders = m.waits_for(s, threads[k]);
    ring &= std::find(holders.begin(), holders.end(), threads[(k + 1) % threads.size()]) != holders.end();
  }
  if (!ring && !nobody_can_step(m, s)) return std::nullopt;
  std::vector<Location> locations;
  std::vector<int> involved;
  std::string who;
  for (size_t k = 0; k < threads.size(); ++k) {
    Location l = location(m, s, sim, threads[k]);
    describe_wait(m, s, sim, threads[k], l);
    if (ring) l.waits_for_thread = trace_thread(sim, threads[(k + 1) % threads.size()]);
    involved.push_back(l.thread);
    who += (who.empty() ? "" : "; ") + thread_name(sim, l.thread) + " waits for " + l.waits_for +
           (l.waits_for_thread >= 0 && l.access != "join" ? ", held by " + thread_name(sim, l.waits_for_thread) : "");
    locations.push_back(std::move(l));
  }
  trace::Script script = write_script(sim, moves.size(), false);
  end_in_deadlock(script, sim, threads);
  Violation v = base_violation(Property::NoDeadlock, "deadlock", "deadlock: " + who, sim);
  v.trace.script = std::move(script);
  v.locations = std::move(locations);
  std::set<std::string> objects;
  for (const Location& l : v.locations) {
    if (!l.object.empty()) objects.insert(l.object);
    objects.insert(l.holds.begin(), l.holds.end());
  }
  mark_accesses(v, involved, objects);
  return v;
}

namespace {
bool can_step(Machine& m, const State& s, unsigned t) {
  if (!m.can_proceed(s, t)) return false;
  State to;
  Choices choices;
  do {
    StepResult r = m.step(s, t, choices, to);
    if ((r.taken && !r.spurious) || r.wide_input) return true;
  } while (choices.advance());
  return false;
}

// Every thread that takes no step in the loop cannot step: in no state of it (strong), or not in all (weak). Fair
// choices that are made in it come out true once. `states`: before each move of the loop.
bool is_fair(Simulation& sim, const std::vector<State>& states, size_t loop, bool strong) {
  Machine& m = *sim.machine;
  m.free_inputs();
  const size_t end = loop + states.size();
  unsigned threads = 0;
  for (const State& s : states) threads = std::max(threads, m.threads(s));
  for (unsigned t = 0; t < threads; ++t) {
    bool moves = false, always = true, sometimes = false;
    for (size_t k = loop; k < end && !moves; ++k) {
      moves = sim.moves[k].thread == t;
      const bool can = !moves && t < m.threads(states[k - loop]) && can_step(m, states[k - loop], t);
      always &= can;
      sometimes |= can;
    }
    if (!moves && (strong ? sometimes : always)) return false;
  }
  std::map<std::pair<unsigned, const model::Instr*>, bool> choices;  // did it ever come out true?
  for (size_t k = loop; k < end; ++k)
    for (auto [instr, taken] : sim.results[k].fair_choices) choices[{sim.moves[k].thread, instr}] |= taken;
  return std::all_of(choices.begin(), choices.end(), [](const auto& c) { return c.second; });
}

// The loop, taken once more from a state in which the numbers that change from round to round may be any.
struct AnyValues {
  State start, before;        // with these numbers as any, and as they were
  std::vector<State> states;  // before each move
};
std::optional<AnyValues> take_with_any_values(Simulation& sim, size_t loop, size_t end,
                                              const std::set<model::ObjectId>& apart_from) {
  Machine& m = *sim.machine;
  AnyValues any;
  const auto start = with_any_values(m, sim.state(loop), sim.state(end), apart_from, [&](State& s) {
    any.states.clear();
    m.read_inputs_again(sim.inputs_before_loop);
    State to;
    for (size_t k = loop; k < end; ++k) {
      any.states.push_back(s);
      if (!sim.results[k].taken) continue;
      std::vector<Choices::Item> items;
      for (const Choices::Item& c : sim.moves[k].choices)
        if (!c.about_input) items.push_back(c);
      Choices choices(items);
      const StepResult r = m.step(s, sim.moves[k].thread, choices, to);
      if (!r.taken || r.unmodelled || !r.faults.empty()) return false;
      s.swap(to);
    }
    return true;
  });
  if (!start) return std::nullopt;
  const std::vector<unsigned> deeper = deeper_threads(m, sim.state(loop), sim.state(end));
  any.start = *start;
  any.before = deeper.empty() ? sim.state(loop) : m.innermost(sim.state(loop), deeper);
  return any;
}

// What is not the same after each round.
std::string what_changes(const Simulation& sim, size_t loop, size_t end, const std::optional<AnyValues>& any,
                         const std::set<model::ObjectId>& apart_from) {
  const Machine& m = *sim.machine;
  std::set<std::string> names;
  if (any) names = m.differences(any->before, any->start);
  for (model::ObjectId o : apart_from)
    if (m.holds_differently(sim.state(loop), sim.state(end), o)) names.insert(m.program().objects[o].name);
  std::string text;
  for (const std::string& name : names)
    text += (text.empty() ? "; nothing in these steps depends on the value of " : ", ") + name;
  return text;
}
}  // namespace

std::optional<Violation> explain_livelock(const MakeMachine& make, const std::vector<Move>& moves, size_t loop,
                                          const std::string& fairness, const Explaining& how,
                                          const std::set<model::ObjectId>& apart_from) {
  // Twice around: an input that waits to be looked at where the loop closes is decided by the second round, as by the
  // first.
  std::vector<Move> twice = moves;
  twice.insert(twice.end(), moves.begin() + static_cast<ptrdiff_t>(loop), moves.end());
  Simulation sim = simulate(make, twice, {moves.size(), loop, loop}, how);
  Machine& m = *sim.machine;
  if (!sim.completed) return std::nullopt;
  std::optional<AnyValues> any;
  if (!m.same(sim.state(loop), sim.state(moves.size()), apart_from)) {
    any = take_with_any_values(sim, loop, moves.size(), apart_from);
    if (!any) return std::nullopt;
    m.blur(true);  // who could step by such a value could step
    const bool fair = is_fair(sim, any->states, loop, fairness == "strong");
    m.blur(false);
    if (!fair) return std::nullopt;
  }
  const auto first = sim.states.begin() + static_cast<ptrdiff_t>(loop - sim.states_from);
  const std::vector<State> states(first, first + static_cast<ptrdiff_t>(moves.size() - loop));
  if (!is_fair(sim, states, loop, fairness == "strong")) return std::nullopt;
  std::vector<int> involved;
  std::vector<Location> locations;
  for (size_t k = *sim.trace.lasso_start; k < sim.trace.steps.size(); ++k) {
    const trace::Step& step = sim.trace.steps[k];
    if (std::find(involved.begin(), involved.end(), step.thread) != involved.end() || step.line == 0) continue;
    involved.push_back(step.thread);
    Location l;
    l.file = step.file;
    l.line = step.line;
    l.column = step.column;
    l.function = step.function;
    l.thread = step.thread;
    l.access = model::json_name(step.kind);
    l.object = step.object;
    locations.push_back(l);
  }
  if (involved.empty())  // a loop that touches nothing shared: one local step per thread stands for it
    for (size_t k = loop; k < moves.size(); ++k) {
      int t = trace_thread(sim, moves[k].thread);
      if (std::find(involved.begin(), involved.end(), t) != involved.end()) continue;
      involved.push_back(t);
      Location l = location(m, sim.state(k), sim, moves[k].thread);
      l.access = "local";
      trace::Step step;
      step.thread = t;
      step.file = l.file;
      step.function = l.function;
      step.line = l.line;
      step.column = l.column;
      sim.trace.steps.push_back(std::move(step));
      locations.push_back(std::move(l));
    }
  trace::Script script = write_script(sim, moves.size(), false);
  end_in_livelock(script, sim, loop, moves.size());
  const std::vector<Move> moves_in_loop(moves.begin() + static_cast<ptrdiff_t>(loop), moves.end());
  std::string who, growing = what_changes(sim, loop, moves.size(), any, apart_from);
  for (unsigned t : deeper_threads(m, sim.state(loop), sim.state(moves.size())))
    growing += "; the stack of " + thread_name(sim, trace_thread(sim, t)) +
               " grows with each round, so a real machine stops when it is full";
  for (int t : involved) who += (who.empty() ? "" : " and ") + thread_name(sim, t);
  std::string left_out;
  const State& inside = sim.state(loop);
  for (unsigned slot = 0; slot < m.threads(inside); ++slot) {
    const ThreadStatus status = m.info(inside, slot).status;
    const bool moves =
        std::any_of(moves_in_loop.begin(), moves_in_loop.end(), [&](const Move& k) { return k.thread == slot; });
    if (moves || status == ThreadStatus::Free || status == ThreadStatus::Finished) continue;
    Location l = location(m, inside, sim, slot);
    describe_wait(m, inside, sim, slot, l);
    left_out += (left_out.empty() ? "; meanwhile " : ", ") + thread_name(sim, l.thread) + " waits" +
                (l.waits_for.empty() ? "" : " for " + l.waits_for);
  }
  Violation v =
      base_violation(Property::Termination, "livelock",
                     "livelock: " + who + (involved.size() > 1 ? " repeat" : " repeats") +
                         " the same steps for ever (a " + fairness + "ly fair execution)" + left_out + growing,
                     sim);
  v.locations = std::move(locations);
  v.trace.script = std::move(script);
  mark_causes(v, involved);
  return v;
}

}  // namespace heddle::semantics
