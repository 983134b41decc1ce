// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's loop: unwind, order, ask; with a larger bound as long as a loop was cut. `true` needs three answers of the solver:
// no failure, no loop that goes on beyond the bound, nothing undefined.
#include "engines/bmc/engine.h"

#include <algorithm>

#include "base/progress.h"
#include "engines/bmc/memory_order.h"
#include "engines/bmc/witness.h"

namespace heddle::bmc {

using base::Property;
using smt::OrderSolver;
using trace::Reason;

namespace {

struct Round {
  enum class Says { Violation, Safe, Cut, Undefined, Unrepeated, Stopped } says = Says::Stopped;
  std::optional<trace::Violation> violation;
};

class Engine {
 public:
  Engine(const model::Program& p, const options::Options& o, base::Budget& b)
      : program_(p), options_(o), budget_(b), points_to_(p), progress_(o.progress && !o.quiet, "bmc-order") {}

  trace::Result run() {
    trace::Result r;
    r.engine = "bmc-order";
    r.requested = options_.properties;
    for (Property p : r.requested)
      if (p != Property::UnreachCall) r.properties[p] = trace::Verdict::Unknown;
    std::optional<trace::Complete> proof;
    Reason why = Reason::BoundReached;
    std::string how_far;
    unsigned done = 0;
    try {
      for (unsigned bound = options_.unwind ? static_cast<unsigned>(options_.unwind) : 1;; bound = bound < 4 ? bound + 1 : bound + bound / 2) {
        Round round = one_bound(bound);
        if (round.says == Round::Says::Violation) {
          r.violations.push_back(std::move(*round.violation));
          r.validated = "simulated";
          break;
        }
        if (round.says == Round::Says::Safe) proof = trace::Complete::by_exhaustion(true, false);
        if (round.says == Round::Says::Undefined) why = Reason::UndefinedBehaviour, how_far = "something undefined may happen; engine explore says what; ";
        if (round.says == Round::Says::Unrepeated) why = Reason::Unsupported, how_far = "a suspected violation could not be repeated; ";
        if (round.says == Round::Says::Stopped) why = Reason::TimeLimit;
        if (round.says != Round::Says::Stopped) done = bound;
        if (round.says != Round::Says::Cut || options_.unwind) break;
      }
    } catch (const Unsupported& e) {
      why = stopped() ? Reason::TimeLimit : Reason::Unsupported;
      if (!stopped()) how_far = std::string(e.what()) + "; ";
    }
    r.bound.unwind = done;
    r.bound.threads = threads_;
    r.bound.complete = proof.has_value();
    how_far += done ? "no violation within " + std::to_string(done) + (done == 1 ? " loop iteration, " : " loop iterations, ") + std::to_string(threads_) + " threads" : "nothing was searched";
    trace::conclude(r, proof, why, how_far);
    r.stats = stats_;
    return r;
  }

 private:
  // Asked seldom, between long pieces of work: the budget looks at the clock only every so many times.
  bool stopped() {
    for (int k = 0; k < 64; ++k)
      if (budget_.check()) return true;
    return false;
  }

  Round one_bound(unsigned bound) {
    Unwinding::Plan plan;
    std::function<bool()> stop = [this] { return stopped(); };
    for (;;) {
      OrderSolver solver;
      smt::Circuit circuit(solver);
      Unwinding unwinding(program_, points_to_, circuit, bound, plan);
      unwinding.run(stop);
      threads_ = static_cast<unsigned>(unwinding.threads.size());
      if (!unwinding.complete()) {
        Unwinding::Plan more = unwinding.learnt();
        plan.written.insert(more.written.begin(), more.written.end());
        plan.made = more.made;
        plan.several_starts |= more.several_starts;
        continue;
      }
      return ask(unwinding, circuit, solver, bound, stop);
    }
  }

  Round ask(Unwinding& u, smt::Circuit& circuit, OrderSolver& solver, unsigned bound, const std::function<bool()>& stop) {
    OrderStatistics order = order_memory(u, circuit, stop);
    smt::Clause failures;
    for (const Failure& f : u.failures) failures.push_back(f.guard);
    Lit fails = circuit.any(failures), cut = circuit.any(u.cuts), undefined = circuit.any(u.undefined);
    Round round;
    // First without anything undefined; but what another thread does after the failure may be that.
    for (const std::vector<Lit>& question : {std::vector<Lit>{fails, ~undefined}, std::vector<Lit>{fails}}) {
      if (fails == smt::kFalse) break;
      OrderSolver::Answer a = solver.solve(question, stop);
      note(order, solver, bound);
      if (a == OrderSolver::Answer::Unknown) return round;
      if (a == OrderSolver::Answer::Unsat) continue;
      semantics::Execution happened = read_model(u, circuit, solver);
      for (const Failure& f : u.failures)
        if (solver.value(f.guard)) happened.first = happened.second = f.thread;
      round.violation = semantics::repeat(program_, happened);
      round.says = round.violation ? Round::Says::Violation : question.size() == 1 ? Round::Says::Undefined : Round::Says::Unrepeated;
      return round;
    }
    for (auto [what, says] : {std::pair{undefined, Round::Says::Undefined}, std::pair{cut, Round::Says::Cut}}) {
      if (what == smt::kFalse) continue;
      OrderSolver::Answer a = solver.solve({what}, stop);
      if (a == OrderSolver::Answer::Unsat) continue;
      round.says = a == OrderSolver::Answer::Sat ? says : Round::Says::Stopped;
      return round;
    }
    round.says = Round::Says::Safe;
    note(order, solver, bound);
    return round;
  }

  void note(const OrderStatistics& o, const OrderSolver& solver, unsigned bound) {
    OrderSolver::Statistics s = solver.statistics();
    auto n = [](uint64_t v) { return static_cast<double>(v); };
    stats_ = {{"unwind", n(bound)},           {"nodes", n(s.nodes)},          {"reads", n(o.reads)},           {"writes", n(o.writes)},
              {"candidates", n(o.candidates)}, {"pruned", n(o.pruned)},        {"from_reads", n(o.from_reads)}, {"variables", n(s.variables)},
              {"clauses", n(s.clauses)},       {"order_literals", n(s.order_literals)}, {"conflicts", n(s.conflicts)}, {"decisions", n(s.decisions)},
              {"cycles", n(s.cycles)},         {"implied_orders", n(s.implied_orders)}};
  }

  const model::Program& program_;
  const options::Options& options_;
  base::Budget& budget_;
  analysis::PointsTo points_to_;
  base::Progress progress_;
  unsigned threads_ = 1;
  std::vector<std::pair<std::string, double>> stats_;
};

}  // namespace

trace::Result run_order(const model::Program& program, const options::Options& options, base::Budget& budget) {
  return Engine(program, options, budget).run();
}

}  // namespace heddle::bmc
