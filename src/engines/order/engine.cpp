// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's loop: unwind, order, ask; with a larger bound as long as a loop was cut. `true` needs the solver's word
// that nothing violates the property, that no loop goes on beyond the bound, and that nothing is undefined.
//
// Where somebody else has shown of all pairs of accesses but some that they do not race, only the rest is asked about:
// the formula is smaller, and the proof says whose word it takes. If that word assumes safe memory, the other pairs are
// asked about afterwards: a proof without a condition is worth more.
//
// Races, error calls and deadlocks may also be asked about in parts (trace/suspicions.h). Of a part nothing is proven;
// what was shown of it is told. What belongs to a part of the error calls or deadlocks is seen in the execution alone:
// the calls that lead to an error, the places where threads wait in the end. So whatever happens belongs to a part that
// somebody is asked about.
#include "engines/order/engine.h"

#include <algorithm>

#include "base/progress.h"
#include "engines/order/certificate.h"
#include "engines/order/deadlocks.h"
#include "engines/order/memory_order.h"
#include "engines/order/races.h"
#include "engines/order/unwinding.h"
#include "engines/order/witness.h"

namespace heddle::order {

using base::Property;
using smt::OrderSolver;
using trace::Reason;
using Answer = OrderSolver::Answer;

namespace {

constexpr unsigned kThorough = 3, kMostAttempts = 40;
constexpr std::chrono::milliseconds kWholeLoops{60000};
constexpr size_t kLongestLog = size_t{64} << 20;  // of the solver; a proof with a longer one has no certificate

struct Stopped {};      // out of time, memory or patience
struct CountSleeps {};  // it matters whom signals wake

class Engine {
 public:
  explicit Engine(const Env& env)
      : program_(env.program()),
        analyses_(env.analyses),
        options_(env.options),
        budget_(env.budget),
        points_to_(analyses_.points_to_if_modelled()),
        progress_(options_.progress && !options_.quiet, "bmc-order", budget_),
        news_(env.tell) {
    // A judge wants to see that all accesses were asked about.
    if (options_.certificate || !env.suspicions) return;
    for (Property p : {Property::UnreachCall, Property::NoDataRace, Property::NoDeadlock})
      if (env.suspicions->is_part(p)) part_of_ = p, part_ = *env.suspicions;
    if (part_of_ != Property::NoDataRace && !env.suspicions->is_whole(Property::NoDataRace)) return;
    suspects_.emplace(*env.suspicions, Property::NoDataRace);
    if (env.suspicions->is_whole(Property::NoDataRace))
      word_of_others_ = env.suspicions->whole.at(Property::NoDataRace);
    assumed_at_ = env.suspicions->safe_memory_assumed_at;
  }

  trace::Result run() {
    result_.engine = "bmc-order";
    result_.requested = options_.properties;
    for (Property p : result_.requested)
      if (p == Property::UnreachCall || p == Property::NoDataRace || p == Property::NoDeadlock) open_.insert(p);
    double took = 0;  // for the last bound
    try {
      for (unsigned bound = options_.unwind ? static_cast<unsigned>(options_.unwind) : 1; !open_.empty();
           bound = bound < 4 ? bound + 1 : bound + bound / 2) {
        progress_.say(
            "looks at " + iterations(bound) +
            (done_ ? "; no violation within " + iterations(done_) + ", which took " + base::roughly(took) : ""));
        const double before = budget_.elapsed_seconds();
        bool complete = bound == kThorough && whole_loops(bound);
        if (!complete && !open_.empty()) complete = one_bound(bound, stop_);
        done_ = bound;
        took = budget_.elapsed_seconds() - before;
        tell();
        if (complete || options_.unwind) break;
      }
    } catch (const Unsupported& e) {
      why_ = stopped() ? what_stopped() : Reason::Unsupported;
      if (!stopped()) how_far_ = std::string(e.what()) + "; ";
    } catch (const Stopped&) {
      why_ = what_stopped();
    }
    trace::Result r = conclude(proofs(), why_);
    r.shown_of_part = shown_of_part();
    return r;
  }

 private:
  // Of what was asked with the last bound.
  trace::Proofs proofs() const {
    trace::Proofs all;
    for (const auto& [p, refuted] : refuted_)
      if (std::optional<trace::Complete> proof = trace::Complete::of(refuted)) {
        if (p == part_of_) continue;
        if (p == Property::NoDataRace && suspects_ && !asked_others_) proof = with_the_word_of_others(*proof);
        if (proof) all.emplace(p, *proof);
      }
    return all;
  }

  std::optional<trace::Shown> shown_of_part() const {
    if (!part_of_ || result_.properties.contains(*part_of_)) return std::nullopt;
    auto refuted = refuted_.find(*part_of_);
    if (refuted == refuted_.end()) return std::nullopt;
    const std::optional<trace::Complete> proof = trace::Complete::of(refuted->second);
    if (!proof) return std::nullopt;
    return trace::shown_by("bmc-order", about_part(), *proof);
  }

  std::string about_part() const {
    if (part_of_ == Property::NoDataRace) return "some of the suspected accesses do not race";
    if (part_of_ == Property::UnreachCall)
      return part_.all_but_these ? "no other error call is reached" : "some of the error calls are never reached";
    return part_.all_but_these ? "nobody waits for ever, but perhaps in one of the suspected rings"
                               : "nobody waits for ever in some of the suspected rings";
  }

  bool asked_about(const Failure& f) const {
    if (part_of_ != Property::UnreachCall) return true;
    const bool listed = std::any_of(part_.all.begin(), part_.all.end(),
                                    [&](const trace::Suspicion& s) { return s.is_error_at(f.calls); });
    return listed != part_.all_but_these;
  }

  std::optional<trace::Complete> with_the_word_of_others(const trace::Complete& of_suspects) const {
    trace::Certified both;
    both.argument = "what an analysis of every thread for itself could not exclude, a formula of all executions does";
    both.parts = {word_of_others_, trace::shown_by("bmc-order", "the suspected accesses do not race", of_suspects)};
    both.safe_memory_assumed_at = assumed_at_;
    return trace::Complete::of(std::move(both));
  }

  static std::string iterations(unsigned n) {
    return std::to_string(n) + (n == 1 ? " loop iteration" : " loop iterations");
  }

  trace::Result conclude(const trace::Proofs& proofs, Reason why) const {
    trace::Result r = result_;
    r.bound.unwind = done_;
    r.bound.threads = threads_;
    r.bound.complete = !proofs.empty();
    std::string far = how_far_;
    far += done_ ? "no violation within " + iterations(done_) + ", " + std::to_string(threads_) + " threads"
                 : "nothing was searched";
    if (!r.violations.empty()) r.validated = "simulated";
    trace::conclude(r, proofs, why, far);
    r.stats = stats_;
    return r;
  }

  void tell() {
    news_.tell([this] { return conclude({}, Reason::TimeLimit); });
  }

  bool stopped() { return budget_.check_now().has_value(); }

  Reason what_stopped() { return trace::reason(budget_.check().value_or(base::Exceeded::Time)); }

  // Loops that go round a fixed number of times are followed to their end, however long that is: for a part of the
  // time.
  bool whole_loops(unsigned bound) {
    base::Budget part = budget_.part(0.5, kWholeLoops);
    std::function<bool()> stop = [&] { return part.check_now().has_value(); };
    try {
      return one_bound(bound, stop, true);
    } catch (const Unsupported&) {
    } catch (const Stopped&) {}
    if (stopped()) throw Stopped();
    return false;
  }

  // No execution goes beyond this bound, if it says so.
  bool one_bound(unsigned bound, const std::function<bool()>& stop, bool certain_rounds_are_free = false) {
    refuted_.clear();
    violations_.clear();
    result_.certificates.clear();
    for (unsigned attempt = 1;; ++attempt) {
      std::optional<smt::ProofLog> log;
      if (options_.certificate) log.emplace(kLongestLog);
      OrderSolver solver(log ? &*log : nullptr);
      smt::Circuit circuit(solver);
      circuit.poll = [&] {
        if (stop()) throw Unsupported("out of time");
      };
      Unwinding unwinding(program_, points_to_, circuit, {bound, certain_rounds_are_free, count_sleeps_}, plan_);
      Events* events = nullptr;
      try {
        events = &unwinding.run(stop);
      } catch (const Unsupported&) {  // with too little of a plan it may have followed what does not happen
        if (stop() || attempt > kMostAttempts || !unwinding.learns_more()) throw;
      }
      if (events) threads_ = static_cast<unsigned>(events->threads.size());
      if (!unwinding.complete()) {
        plan_.add(unwinding.learnt());
        continue;
      }
      HEDDLE_CHECK(events) << "an unwinding that was given up is complete";
      std::optional<Deadlocks> deadlocks;
      if (open_.count(Property::NoDeadlock)) deadlocks.emplace(*events, circuit);
      OrderStatistics order = order_memory(*events, circuit, stop);
      Question q{*events, circuit, solver, circuit.any(events->undefined), stop, bound};
      struct Noting {  // also when the search stops
        Engine& engine;
        const OrderStatistics& order;
        const OrderSolver& solver;
        unsigned bound;
        ~Noting() { engine.note(order, solver, bound); }
      } noting{*this, order, solver, bound};
      try {
        const bool complete = ask(q, deadlocks);
        if (complete && log && log->whole()) write_certificate(q, *log);
        return complete;
      } catch (const CountSleeps&) {
        count_sleeps_ = true;
        refuted_.clear();
        violations_.clear();
      }
    }
  }

  struct Question {
    Events& u;
    smt::Circuit& circuit;
    OrderSolver& solver;
    Lit undefined;
    const std::function<bool()>& stop;
    unsigned bound;
  };

  trace::Answer answer(Question& q, std::vector<Lit> what, bool sections_look = false) {
    if (std::find(what.begin(), what.end(), smt::kFalse) != what.end()) return trace::Answer::Unsat;
    if (!sections_look && q.u.sections_look != smt::kFalse) what.push_back(~q.u.sections_look);
    Answer a = q.solver.solve(what, q.stop);
    if (a == Answer::Unknown) throw Stopped();
    return a == Answer::Sat ? trace::Answer::Sat : trace::Answer::Unsat;
  }

  bool ask(Question& q, std::optional<Deadlocks>& deadlocks) {
    if (open_.count(Property::UnreachCall)) failures(q);
    if (open_.count(Property::NoDataRace)) races(q);
    if (deadlocks) dead_ends(q, *deadlocks);
    if (open_.empty()) return false;
    trace::Question undefined{"something undefined", q.u.undefined.size(), trace::Answer::Sat};
    if (!given_up_) undefined.answer = answer(q, {q.undefined}, true);
    if (!given_up_ && undefined.answer == trace::Answer::Sat) this->undefined(q);
    trace::Question beyond{"more rounds of a loop", q.u.cuts.size(), answer(q, {q.circuit.any(q.u.cuts)})};
    for (auto& [p, refuted] : refuted_) refuted.undefined = undefined, refuted.beyond = beyond;
    if (suspects_ && !assumed_at_.empty() && proofs().contains(Property::NoDataRace)) ask_about_others(q);
    return beyond.answer == trace::Answer::Unsat;
  }

  // What `proofs` says about this formula, in full.
  void write_certificate(const Question& q, const smt::ProofLog& log) {
    std::vector<Property> proven;
    for (const auto& [p, proof] : proofs())
      if (!result_.properties.count(p)) proven.push_back(p);
    if (!proven.empty())
      result_.certificates = {
          {"refutation", proven, certificate(program_, q.u, violations_, q.solver.statistics(), log)}};
  }

  // There is a proof that assumes safe memory, and it stays if there is no time for a better one.
  void ask_about_others(Question& q) {
    news_.tell([this] { return conclude(proofs(), Reason::TimeLimit); });
    const trace::Refuted of_suspects = refuted_[Property::NoDataRace];
    const auto properties = result_.properties;
    auto how_far = std::pair(why_, how_far_);
    try {
      races(q, true);
      asked_others_ = trace::Complete::of(refuted_[Property::NoDataRace]).has_value() &&
                      !result_.properties.contains(Property::NoDataRace);
    } catch (const Stopped&) {
    } catch (const Unsupported&) {}
    if (asked_others_ || !open_.contains(Property::NoDataRace)) return;
    refuted_[Property::NoDataRace] = of_suspects;
    result_.properties = properties;
    std::tie(why_, how_far_) = how_far;
  }

  // Violations `when`, as `witness` reads them from the model: first without anything undefined; but what another
  // thread does after the violation may be that. `elsewhere` says that it is another one, for --all.
  template <class Witness, class Others>
  void look_for(Question& q, Property property, Lit when, const Witness& witness, const Others& elsewhere) {
    trace::Refuted& refuted = refuted_[property];
    refuted.bound = std::to_string(q.bound) + " rounds of each loop";
    refuted.violation = {std::string("a violation of ") + text(property), 1, trace::Answer::Unknown};
    std::vector<Lit> blocked;
    for (bool defined : {true, false}) {
      for (;;) {
        std::vector<Lit> question{when};
        if (defined) question.push_back(~q.undefined);
        question.insert(question.end(), blocked.begin(), blocked.end());
        if (answer(q, question) == trace::Answer::Unsat) break;
        semantics::Execution happened = witness();
        happened.property = property;
        Lit others = elsewhere();
        bool exact = property != Property::NoDeadlock || !guarded(q);
        if (std::optional<trace::Violation> v = semantics::repeat(program_, happened)) {
          result_.violations.push_back(std::move(*v));
          tell();
          if (!options_.all) {
            open_.erase(property);
            return;
          }
        } else if (defined) {
          if (property == Property::NoDeadlock && blocked.empty() && !count_sleeps_ && sleeps_repeat(q))
            throw CountSleeps();
          result_.properties[property] = trace::Verdict::Unknown;  // never proven here
          if (why_ == Reason::BoundReached)
            why_ = Reason::Unsupported, how_far_ = exact ? "a suspected violation could not be repeated; "
                                                         : "a suspected deadlock could not be confirmed; ";
        } else {
          undefined(q);
        }
        blocked.push_back(others);
      }
    }
    refuted.violation.answer = blocked.empty() ? trace::Answer::Unsat : trace::Answer::Sat;
  }

  void failures(Question& q) {
    auto fresh = [&](const Failure& f) { return !failed_.count(f.instr) && asked_about(f); };
    std::vector<Lit> guards;
    for (const Failure& f : q.u.failures)
      if (fresh(f)) guards.push_back(f.guard);
    const Failure* failed = nullptr;
    auto witness = [&] {
      for (const Failure& f : q.u.failures)
        if (q.solver.value(f.guard) && fresh(f)) failed = &f;
      semantics::Execution e = read_model(q.u, q.circuit, q.solver);
      e.first = e.second = failed->thread;
      return e;
    };
    auto elsewhere = [&] {  // a failure of another instruction
      failed_.insert(failed->instr);
      std::vector<Lit> rest;
      for (const Failure& f : q.u.failures)
        if (fresh(f)) rest.push_back(f.guard);
      return q.circuit.any(rest);
    };
    violations_[Property::UnreachCall] = guards;
    look_for(q, Property::UnreachCall, q.circuit.any(guards), witness, elsewhere);
  }

  void races(Question& q, bool others = false) {
    auto suspected = [&](const model::Instr* a, const model::Instr* b) {
      return !suspects_ || !a || !b || suspects_->has(a->event, b->event) != others;
    };
    Races races = find_races(q.u, q.circuit, q.stop, suspected);
    const Suspect* racing = nullptr;
    auto places = [&](const Suspect& s) {
      return std::pair(std::minmax(q.u.events[s.first].instr, q.u.events[s.second].instr));
    };
    auto fresh = [&] {
      std::vector<Lit> rest;
      for (const Suspect& s : races.suspects)
        if (!raced_.count(places(s))) rest.push_back(s.when);
      return q.circuit.any(rest);
    };
    auto witness = [&] {
      for (const Suspect& s : races.suspects)
        if (q.solver.value(s.when) && !raced_.count(places(s))) racing = &s;
      unsigned first = q.u.events[racing->first].thread, second = q.u.events[racing->second].thread;
      semantics::Execution e = read_model(q.u, q.circuit, q.solver, {{first, racing->first}, {second, racing->second}});
      e.first = first;
      e.second = second;
      return e;
    };
    auto elsewhere = [&] {
      raced_.insert(places(*racing));
      return fresh();
    };
    smt::Clause& violations = violations_[Property::NoDataRace];
    for (const Suspect& s : races.suspects) violations.push_back(s.when);
    look_for(q, Property::NoDataRace, fresh(), witness, elsewhere);
    const std::optional<std::string>& weak = analyses_.first_weak_operation();
    if (races.unclear || weak) result_.properties[Property::NoDataRace] = trace::Verdict::Unknown;  // never proven here
    if (weak && !given_up_)
      why_ = Reason::WeakAtomics, how_far_ = *weak + " may order nothing else; engine explore knows more; ";
  }

  // Somebody stops before a section or a read-write lock, or sleeps: whether it could go on is not known exactly.
  bool guarded(const Question& q) const {
    return std::any_of(q.u.stops.begin(), q.u.stops.end(), [&](const Stop& s) {
      bool kind =
          s.kind == Stop::Section || s.kind == Stop::ReadLock || s.kind == Stop::WriteLock || s.kind == Stop::Sleep;
      return kind && q.solver.value(s.here) && !q.solver.value(s.goes);
    });
  }

  static bool sleeps_repeat(const Question& q) {
    return std::any_of(q.u.stops.begin(), q.u.stops.end(), [](const Stop& s) { return s.repeats; });
  }

  Lit in_this_part(Question& q, Deadlocks& deadlocks) const {
    if (part_of_ != Property::NoDeadlock) return smt::kTrue;
    std::vector<Lit> rings;
    for (const trace::Suspicion& s : part_.all) rings.push_back(deadlocks.somebody_waits_at_each(s));
    const Lit any = q.circuit.any(rings);
    return part_.all_but_these ? ~any : any;
  }

  // Deadlocks are told apart by where the threads wait.
  void dead_ends(Question& q, Deadlocks& deadlocks) {
    const Lit when = q.circuit.and_(deadlocks.condition(), in_this_part(q, deadlocks));
    auto witness = [&] {
      semantics::Execution e = read_model(q.u, q.circuit, q.solver, {}, deadlocks.woken(q.solver));
      for (unsigned t = 0; t < e.threads.size(); ++t) e.threads[t].asleep = deadlocks.asleep(t, q.solver);
      return e;
    };
    auto elsewhere = [&] {
      smt::Clause other;
      for (const Stop& s : q.u.stops)
        if (q.solver.value(s.here) && !q.solver.value(s.goes)) other.push_back(q.circuit.or_(~s.here, s.goes));
      return q.circuit.any(other);
    };
    violations_[Property::NoDeadlock] = {when};
    look_for(q, Property::NoDeadlock, when, witness, elsewhere);
  }

  // The model shows something undefined.
  void undefined(Question& q) {
    std::string where;
    for (size_t k = 0; k < q.u.undefined.size() && where.empty(); ++k)
      if (q.solver.value(q.u.undefined[k]) && q.u.undefined_at[k])
        where = " at " + model::position_text(program_, q.u.undefined_at[k]->pos);
    result_.unmodelled.assign(q.u.unmodelled.begin(), q.u.unmodelled.end());
    give_up(q.u.unmodelled.empty() ? Reason::UndefinedBehaviour : Reason::UnmodelledCall,
            "something undefined may happen" + where +
                ", or what this engine does not express; engine explore may know more; ");
  }

  void give_up(Reason why, const std::string& how_far) {
    if (given_up_) return;
    given_up_ = true;
    why_ = why;
    how_far_ = how_far;
  }

  void note(const OrderStatistics& o, const OrderSolver& solver, unsigned bound) {
    OrderSolver::Statistics s = solver.statistics();
    auto n = [](uint64_t v) { return static_cast<double>(v); };
    stats_ = {{"unwind", n(bound)},
              {"nodes", n(s.nodes)},
              {"reads", n(o.reads)},
              {"writes", n(o.writes)},
              {"candidates", n(o.candidates)},
              {"pruned", n(o.pruned)},
              {"from_reads", n(o.from_reads)},
              {"variables", n(s.variables)},
              {"clauses", n(s.clauses)},
              {"order_literals", n(s.order_literals)},
              {"conflicts", n(s.conflicts)},
              {"decisions", n(s.decisions)},
              {"cycles", n(s.cycles)},
              {"implied_orders", n(s.implied_orders)}};
  }

  const model::Program& program_;
  const analysis::Analyses& analyses_;
  const options::Options& options_;
  base::Budget& budget_;
  const analysis::PointsTo& points_to_;
  base::Progress progress_;
  trace::News news_;
  Plan plan_;  // of the unwinding before: a larger bound begins with it
  const std::function<bool()> stop_ = [this] { return stopped(); };
  trace::Result result_;
  std::set<Property> open_;
  std::map<Property, trace::Refuted> refuted_;  // what the solver said about each, with the last bound
  std::map<Property, smt::Clause> violations_;  // what was asked about each: one of these literals
  std::set<const model::Instr*> failed_;        // what was found, so that --all finds others
  std::set<std::pair<const model::Instr*, const model::Instr*>> raced_;
  std::optional<trace::Suspects> suspects_;  // accesses that may race; no others do. Absent: all may
  trace::Shown word_of_others_;              // that no others do
  std::string assumed_at_;                   // where that assumes safe memory
  bool asked_others_ = false;                // they were asked about, too
  std::optional<Property> part_of_;          // only a part of it is asked about, and others are asked about the rest
  trace::Suspicions part_;                   // this part
  bool count_sleeps_ = false;  // each sleep of a loop counts (waiting_rounds.cpp): asked for by a deadlock that is none
  bool given_up_ = false;      // no bound will prove it; violations may still be found
  Reason why_ = Reason::BoundReached;
  std::string how_far_;
  unsigned threads_ = 1, done_ = 0;
  std::vector<std::pair<std::string, double>> stats_;
};

}  // namespace

trace::Result run(const Env& env) { return Engine(env).run(); }

}  // namespace heddle::order
