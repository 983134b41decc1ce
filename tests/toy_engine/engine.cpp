// SPDX-License-Identifier: GPL-3.0-or-later
// The idea: a list of states begins with the first state of the program. Take the states of the list in turn, try every
// step of every thread, and append each state that is new. A step that fails an assertion is a violation; so is a state
// in which threads wait for each other in a ring, or in which nobody can step. At the end of the list every state of
// the program was seen.
#include "engine.h"

#include <algorithm>

#include "semantics/explain.h"

namespace heddle::toy {

using namespace semantics;
using base::Property;

namespace {

struct Seen {
  State state;
  size_t before;  // the place in the list of the state that the move started from
  Move move;
};

// The threads of state s that wait for ever: a ring, or all that are not done where nobody can step.
std::vector<unsigned> stuck(const Machine& m, const State& s, bool somebody_steps) {
  std::vector<unsigned> waiting, way;
  for (unsigned t = 0; t < m.threads(s); ++t) {
    const ThreadStatus status = m.info(s, t).status;
    if (status == ThreadStatus::Parked && !somebody_steps) return {};  // this thread has ended the execution
    if (status != ThreadStatus::Free && status != ThreadStatus::Finished) waiting.push_back(t);
  }
  std::set<unsigned> rings(waiting.begin(), waiting.end());
  auto next = [&](unsigned t) {  // a thread of `rings` that t waits for
    for (unsigned u : m.waits_for(s, t))
      if (rings.count(u)) return static_cast<int>(u);
    return -1;
  };
  while (std::erase_if(rings, [&](unsigned t) { return next(t) < 0; }) > 0) {}
  if (rings.empty()) return somebody_steps ? way : waiting;
  for (unsigned t = *rings.begin(); !std::count(way.begin(), way.end(), t); t = next(t)) way.push_back(t);
  way.erase(way.begin(), std::find(way.begin(), way.end(), next(way.back())));
  return way;
}

}  // namespace

trace::Result run(const Env& env) {
  Machine machine(env.program());
  const MakeMachine again = [&] { return std::make_unique<Machine>(env.program()); };
  std::vector<Seen> list{{machine.initial(), 0, {}}};
  std::set<State> known{list[0].state};
  std::map<Property, std::optional<trace::Violation>> found;
  std::set<std::string> dropped;  // what was met and not followed: it makes a proof impossible
  auto way_to = [&](size_t at) {
    std::vector<Move> moves;
    for (; at != 0; at = list[at].before) moves.insert(moves.begin(), list[at].move);
    return moves;
  };

  size_t at = 0;
  std::optional<base::Exceeded> exceeded;
  for (; at < list.size() && !(exceeded = env.budget.check(list.size())); ++at) {
    const State from = list[at].state;
    bool somebody_steps = false;
    for (unsigned t = 0; t < machine.threads(from); ++t) {
      Choices choices;
      if (!machine.can_proceed(from, t)) continue;
      do {
        State to;
        const StepResult step = machine.step(from, t, choices, to);
        if (step.wide_input) dropped.insert("values of an input");
        if (step.unmodelled) dropped.insert("what an unmodelled call does");
        if (step.thread_limit) dropped.insert("more threads");
        if (!step.taken) continue;  // with other choices the thread may step
        somebody_steps |= !step.spurious;
        if (known.insert(to).second) list.push_back({to, at, {t, choices.items()}});
        for (const Fault& fault : step.faults) {
          const bool undefined = fault.reason == ParkReason::Undefined || fault.reason == ParkReason::Unsupported;
          if (undefined) dropped.insert(fault.message);
          if (fault.reason != ParkReason::Assertion || found.count(Property::UnreachCall)) continue;
          std::vector<Move> moves = way_to(at);
          moves.push_back({t, choices.items()});
          found[Property::UnreachCall] = explain_fault(again, moves, fault.kind);
        }
      } while (choices.advance());
    }
    const std::vector<unsigned> threads = stuck(machine, from, somebody_steps);
    if (!threads.empty() && !found.count(Property::NoDeadlock))
      found[Property::NoDeadlock] = explain_deadlock(again, way_to(at), threads);
  }

  trace::Result result;
  result.engine = "toy";
  result.requested = env.options.properties;
  for (Property p : env.options.properties) {
    if (p != Property::UnreachCall && p != Property::NoDeadlock) result.properties[p] = trace::Verdict::Unknown;
    if (!found.count(p)) continue;
    if (found[p])
      result.violations.push_back(*found[p]);
    else
      dropped.insert("a violation that the interpreter did not confirm");
  }
  result.validated = result.violations.empty() ? "none" : "simulated";
  const trace::Exhausted search{at, list.size() - at, {dropped.begin(), dropped.end()}};
  trace::conclude(result, trace::proofs(env.options.properties, trace::Complete::of(search)),
                  exceeded ? trace::reason(*exceeded) : trace::Reason::Unsupported, std::to_string(at) + " states");
  return result;
}

}  // namespace heddle::toy
