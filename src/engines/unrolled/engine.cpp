// SPDX-License-Identifier: GPL-3.0-or-later
// The loop of both engines: one depth deeper, with its constraints; is anything of what is suspected possible? `true`
// needs that no thread goes on, that nothing suspected is possible, and that nothing was cut and nothing undefined can
// happen.
#include "engines/unrolled/engine.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <random>
#include <set>

#include "analysis/atomic_sections.h"
#include "base/check.h"
#include "base/progress.h"
#include "engines/unrolled/eager.h"
#include "engines/unrolled/points.h"
#include "engines/unrolled/plain_memory.h"

namespace heddle::unrolled {

using base::Property;
using smt::OrderSolver;
using trace::Reason;

namespace {

struct Stopped {};
constexpr uint64_t kManyPairs = 20000;
constexpr unsigned kWindow = 160, kFar = 8192;
constexpr size_t kVain = 500;
// What a search has cost is told in clauses, which is the same in every run: some three million are one second. A
// transaction graph is asked for when it may cost a twentieth of that.
constexpr uint64_t kEffortBeforeGraph = 1000000, kEffortOfVisit = 300, kEffortOfConflict = 150;

using MakeModel = std::function<std::unique_ptr<Model>(const model::Program&, const analysis::PointsTo&, const Control&,
                                                       smt::Circuit&, const Switches&, const Plan&)>;

class Engine {
 public:
  Engine(const char* name, unsigned visible_steps, MakeModel make, const Env& env)
      : name_(name),
        make_(std::move(make)),
        program_(env.program()),
        analyses_(env.analyses),
        options_(env.options),
        budget_(env.budget),
        points_to_(analyses_.points_to()),
        visible_steps_(visible_steps),
        progress_(options_.progress && !options_.quiet, name, budget_),
        news_(env.tell),
        random_(static_cast<unsigned>(options_.seed % 1000000007) + 1) {
    if (!options_.lazy_log.empty()) log_.open(options_.lazy_log);
  }

  trace::Result run() {
    try {
      make_control();
      chains_ = reduction() != options::Reduction::None;
      search_to_the_end();
      if (!complete_ && options_.all && !options_.lazy_depth && open(Property::NoDataRace) &&
          model_->stepper.threads.size() == 2)
        hunt();
    } catch (const Stopped&) {
    } catch (const Unsupported& e) {
      unsupported_ = e.what();
    }
    if (unsupported_.empty()) unsupported_ = seen_as_bytes(program_, points_to_);
    if (!unsupported_.empty()) proof_.missing.push_back(unsupported_);
    if (exceeded_) proof_.missing.push_back("what the time did not suffice for");
    return conclude(proof_);
  }

 private:
  // What is not expressed comes at a smaller depth with chains (movers.cpp), perhaps before a violation does.
  void search_to_the_end() {
    try {
      while (!search()) {}
    } catch (const Unsupported&) {
      if (!chains_) throw;
      chains_ = false;
      while (!search()) {}
    }
  }

  // A failure ends the execution. Under sir it may come before everything that no condition notices, and hide a race.
  bool can_fail() const {
    for (const model::Procedure& f : analyses_.program().procedures)
      for (const model::Instr& i : f.code)
        if (i.kind == model::InstrKind::Builtin &&
            (i.builtin == model::Builtin::AssertFail || i.builtin == model::Builtin::Error))
          return true;
    return false;
  }

  // Races lie deep, and pairs grow with the square of the depth. So after the shallow ones, windows are moved along
  // both threads: first those to which each thread runs undisturbed, nearest to the diagonal first; then those behind
  // more and other turns, chosen at random, until many in a row show nothing new. Up to its window a program without
  // inputs is not symbolic at all, and that costs next to nothing.
  void hunt() {
    for (unsigned apart = 0; look_along(apart); apart += kWindow / 2) {}
    for (size_t vain = 0, found = violations_.size(); vain < kVain; ++vain) {
      look_somewhere();
      if (violations_.size() > found) found = violations_.size(), vain = 0;
    }
  }

  bool look_along(unsigned apart) {
    for (unsigned least = 0; least + apart < kFar; least += kWindow / 2) {
      unsigned most = least + apart;
      bool there = look_through({{{0, most}, {1, least}}});
      if (apart > 0) there |= look_through({{{0, least}, {1, most}}});
      if (!there) return least > 0;
      farthest_ = std::max(farthest_, most);
    }
    return apart < kFar;
  }

  void look_somewhere() {
    auto below = [this](unsigned n) { return static_cast<unsigned>(random_() % n); };
    Switches::Window window;
    unsigned depth[2] = {0, 0}, turns = 2 + below(4);
    for (unsigned k = 0; k < turns; ++k) {
      unsigned t = k % 2;
      depth[t] += below((farthest_ - depth[t]) / (k + 3 > turns ? 1 : 2) + 1);
      window.turns.push_back({t, depth[t]});
    }
    look_through(window);
  }

  // False: one of the threads does not come that far.
  bool look_through(const Switches::Window& window) {
    make_model(window);
    try {
      for (unsigned k = 0; k < kWindow; ++k) {
        model_->advance();
        if (model_->stuck()) return false;
      }
    } catch (const Unsupported&) {
      return true;
    }
    if (!model_->stepper.plan_was_enough()) {
      plan_ = model_->stepper.learnt();
      return look_through(window);
    }
    if (model_->statistics().read_syncs < 2) return false;
    take_suspects();
    ask();
    note(true);
    return true;
  }

  void make_model(const std::optional<Switches::Window>& window) {
    in_window_ = window.has_value();
    // What an attempt with too small a plan took is not counted; facts are, and an attempt without a graph.
    if (!in_window_ && !has_graph_) began_ = base::cpu_seconds() - facts_seconds_;
    model_.reset();
    circuit_.reset();
    solver_ = std::make_unique<OrderSolver>();
    circuit_ = std::make_unique<smt::Circuit>(*solver_);
    circuit_->poll = [this] { poll(); };
    Switches switches;
    switches.context = options_.lazy_context;
    switches.locksets = options_.lazy_locksets;
    switches.dependence = options_.lazy_dependence;
    switches.folding = options_.lazy_folding;
    switches.reads = options_.lazy_reads;
    switches.same_states = options_.lazy_same_states;
    switches.local = options_.eager_local && !options_.lazy_same_states;
    switches.movers = chains_ && switches.local && !options_.lazy_switch_sets;
    switches.races = wanted(Property::NoDataRace);
    switches.failures = wanted(Property::UnreachCall);
    if (options_.unwind) switches.recursion = static_cast<unsigned>(options_.unwind);
    switches.window = window;
    switches.monotonic = takes_turns_in_order();
    if (switches.monotonic && reduces(options::Reduction::Sir)) switches.facts = &facts();
    model_ = make_(program_, points_to_, *control_, *circuit_, switches, plan_);
    model_->poll = model_->stepper.poll = [this] { poll(); };
    suspects_.clear();
    question_ = smt::kFalse;
  }

  options::Reduction reduction() const {
    return std::string(name_) == "bmc-eager" ? options_.reduction : options::Reduction::None;
  }
  bool reduces(options::Reduction r) const { return reduction() == r; }

  // Not where a race may be seen in one order of its two accesses only, since the other one ends with an atomic section
  // that waits, or ends the execution: of the orders that are left, that may not be one in which they are neighbours.
  bool takes_turns_in_order() {
    if (!reduces(options::Reduction::Mpor) && !reduces(options::Reduction::Sir)) return false;
    if (!wanted(Property::NoDataRace)) return true;
    if (!sections_stop_) sections_stop_ = analysis::AtomicSections(program_, analyses_.effects()).may_stop_inside();
    return !*sections_stop_;
  }

  // Computed once, by whoever asks first.
  const transactions::Facts& facts() {
    if (facts_) return *facts_;
    const double before = base::cpu_seconds();
    using transactions::Facts;
    try {
      facts_ = std::make_unique<Facts>(analyses_, analysis::Patience(&budget_),
                                       options_.eager_graph ? Facts::Begin::WithGraph : Facts::Begin::WithoutGraph);
    } catch (const analysis::OutOfBudget& e) {
      exceeded_ = e.limit;
      throw Stopped{};
    }
    facts_seconds_ = base::cpu_seconds() - before;
    return *facts_;
  }

  // Races asked for: every access counts.
  void make_control() {
    const bool merges = reduces(options::Reduction::Sir) && !wanted(Property::NoDataRace);
    control_.emplace(analyses_, options_.lazy_balance, visible_steps_, merges ? &facts() : nullptr);
  }

  // A lock guards all that the access touches, as the model relied upon: it has no depth of its own (movers.cpp).
  bool moves_right(const transactions::Place& at) const {
    const analysis::AccessSet& touches = analyses_.effects()[at.proc][at.pc].touches;
    bool guarded = true;
    auto look = [&](size_t o) { guarded &= model_->stepper.relies_on_guards(static_cast<uint32_t>(o)); };
    touches.reads.each(look);
    touches.writes.each(look);
    return guarded;
  }

  // True: the search begins anew, with a transaction graph.
  bool add_graph() {
    if (!reduces(options::Reduction::Sir) || !takes_turns_in_order() || !facts().may_have_graph()) return false;
    const OrderSolver::Statistics s = solver_->statistics();
    const uint64_t effort = s.clauses + s.conflicts * (s.clauses / kEffortOfConflict);
    if (effort < next_graph_) return false;
    next_graph_ = 4 * effort;  // if this one needs too many visits
    const double before = base::cpu_seconds();
    try {
      has_graph_ = facts_->add_graph(analysis::Patience(&budget_), effort / kEffortOfVisit,
                                     [this](const transactions::Place& at) { return moves_right(at); });
    } catch (const analysis::OutOfBudget& e) {
      exceeded_ = e.limit;
      throw Stopped{};
    }
    facts_seconds_ += base::cpu_seconds() - before;
    if (!has_graph_) return false;
    model_.reset();
    make_control();
    return true;
  }

  // False: the plan was not enough, or there is a graph now; once more with what was learnt.
  bool search() {
    make_model(std::nullopt);
    next_check_ = 0;
    pairs_asked_ = 0;
    while (!done()) {
      if (add_graph()) return false;
      model_->advance();
      if (!model_->stepper.plan_was_enough()) {
        plan_ = model_->stepper.learnt();
        return false;
      }
      bool news = take_suspects();
      bool last = model_->goes_on() == smt::kFalse || model_->depth() == options_.lazy_depth;
      if (last || worth_asking(news)) ask();
      depth_ = std::max(depth_, model_->depth());
      note();
      if (finished(last)) {
        finish();
        return true;
      }
      bool enough = options_.all && !options_.lazy_depth && model_->statistics().pairs > kManyPairs;  // see hunt()
      if (last || enough) return true;
    }
    return true;
  }

  bool wanted(Property p) const {
    return std::find(options_.properties.begin(), options_.properties.end(), p) != options_.properties.end();
  }
  bool open(Property p) const { return wanted(p) && (options_.all || !violated_.count(p)); }
  bool done() const { return !open(Property::UnreachCall) && !open(Property::NoDataRace); }

  void poll() {
    if ((exceeded_ = budget_.check_now())) throw Stopped{};
    if (news_.due()) tell();
  }

  void tell() {
    news_.tell([this] { return conclude({}); });
  }

  bool take_suspects() {
    smt::Clause more;
    for (const Suspect& s : model_->take_suspects()) {
      if ((known_.count(key(s)) && !options_.lazy_switch_sets) || !open(s.property)) continue;
      suspects_.push_back(s);
      more.push_back(s.lit);
    }
    if (more.empty()) return false;
    Lit q = solver_->new_literal();
    if (question_ != smt::kFalse) more.push_back(question_);
    more.push_back(~q);
    solver_->add(more);
    question_ = q;
    return true;
  }

  // What was impossible stays so until there is a new suspect or a new way to come to an old one; and in large models,
  // some of them.
  bool worth_asking(bool news) {
    waiting_ |= news || model_->statistics().pairs != pairs_asked_;
    if (!waiting_ || model_->statistics().pairs < pairs_asked_ + pairs_asked_ / 12) return false;
    pairs_asked_ = model_->statistics().pairs;
    waiting_ = false;
    return true;
  }

  static std::pair<Property, std::vector<uint32_t>> key(const Suspect& s) {
    return {s.property,
            {s.where.first.file, s.where.first.line, s.where.first.column, s.where.second.file, s.where.second.line,
             s.where.second.column}};
  }

  void ask() {
    proof_.violation = {"a violation", suspects_.size(), trace::Answer::Unsat};
    if (question_ == smt::kFalse) return;
    Lit closed = model_->closed();
    while (!done()) {
      proof_.violation.answer = said(solve({closed, question_}));
      if (proof_.violation.answer == trace::Answer::Unsat) break;
      auto found =
          std::find_if(suspects_.begin(), suspects_.end(), [&](const Suspect& s) { return solver_->value(s.lit); });
      HEDDLE_CHECK(found != suspects_.end()) << "an answer without a suspect";
      judge(*found);
    }
    if (!closed.is_constant()) solver_->add({~closed});
  }

  void judge(Suspect s) {
    smt::Clause again = model_->events();
    std::string switches = model_->switches_text(s);
    std::optional<trace::Violation> v = semantics::repeat(program_, model_->execution(s));
    if (!v) {
      unconfirmed_.insert(s.property);
      for (Lit& l : again) l = ~l;
      again.push_back(~s.lit);
      solver_->add(again);  // eqn 16
      return;
    }
    violated_.insert(s.property);
    log_found(s, switches);
    if (known_.insert(key(s)).second) {
      violations_.push_back(std::move(*v));
      tell();
    }
    if (!first_found_) first_found_ = budget_.elapsed_seconds();
    if (options_.lazy_switch_sets) {
      ++switch_sets_;
      for (Lit& l : again) l = ~l;
      again.push_back(~s.lit);
      solver_->add(again);  // eqn 16
      return;
    }
    for (const Suspect& other : suspects_)
      if (known_.count(key(other)) || !open(other.property)) solver_->add({~other.lit});
  }

  void log_found(const Suspect& s, const std::string& switches) {
    if (!log_.is_open()) return;
    log_ << "{\"found\": \"" << text(s.property) << "\", \"window\": " << (in_window_ ? "true" : "false")
         << ", \"depth\": " << model_->depth() << ", \"seconds\": " << budget_.elapsed_seconds()
         << ", \"cpu_seconds\": " << base::cpu_seconds() - began_ << ", \"switches\": \"" << switches
         << "\", \"at\": \"" << model::position_text(program_, s.where.first) << " "
         << model::position_text(program_, s.where.second) << "\"}" << std::endl;
  }

  OrderSolver::Answer solve(const std::vector<Lit>& assumptions) {
    auto start = std::chrono::steady_clock::now();
    OrderSolver::Answer a = solver_->solve(assumptions, [this] {
      exceeded_ = budget_.check();
      return exceeded_.has_value();
    });
    solver_seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (a == OrderSolver::Answer::Unknown) throw Stopped{};
    return a;
  }

  static trace::Answer said(OrderSolver::Answer a) {
    return a == OrderSolver::Answer::Unsat ? trace::Answer::Unsat
           : a == OrderSolver::Answer::Sat ? trace::Answer::Sat
                                           : trace::Answer::Unknown;
  }

  // Does no thread go on? The solver is asked now and then.
  bool finished(bool last) {
    Lit on = model_->goes_on();
    proof_.beyond = {"a thread that goes on, a deeper recursion or a larger block", 1, trace::Answer::Unsat};
    proof_.bound = "depth " + std::to_string(model_->depth());
    if (on == smt::kFalse) return true;
    proof_.beyond.answer = trace::Answer::Unknown;
    if (!last && model_->depth() < next_check_) return false;
    next_check_ = model_->depth() + model_->depth() / 4 + 1;
    Lit closed = model_->closed();
    proof_.beyond.answer = said(solve({closed, on}));
    if (!closed.is_constant()) solver_->add({~closed});
    return proof_.beyond.answer == trace::Answer::Unsat;
  }

  void finish() {
    ask();
    Lit closed = model_->closed();
    complete_ = true;
    auto ask_for = [&](const smt::Clause& any_of) {
      Lit any = circuit_->any(any_of);
      return any == smt::kFalse ? trace::Answer::Unsat : said(solve({closed, any}));
    };
    const smt::Clause &undefined = model_->stepper.undefined, &cuts = model_->stepper.cuts;
    proof_.beyond.answer = trace::Answer::Unknown;  // until the cuts are refuted, too
    proof_.undefined = {"something undefined", undefined.size(), ask_for(undefined)};
    undefined_ = proof_.undefined.answer == trace::Answer::Sat;
    proof_.beyond.conditions += cuts.size();
    proof_.beyond.answer = ask_for(cuts);
    cut_ = proof_.beyond.answer == trace::Answer::Sat;
  }

  void note(bool window = false) {
    const Model::Statistics& m = model_->statistics();
    OrderSolver::Statistics s = solver_->statistics();
    auto n = [](uint64_t v) { return static_cast<double>(v); };
    stats_ = {{"depth", n(model_->depth())},
              {"blocks", n(m.blocks)},
              {"pairs", n(m.pairs)},
              {"pruned_pairs", n(m.pruned)},
              {"needless_pairs", n(m.needless)},
              {"read_syncs", n(m.read_syncs)},
              {"write_syncs", n(m.write_syncs)},
              {"variables", n(s.variables)},
              {"clauses", n(s.clauses)},
              {"conflicts", n(s.conflicts)},
              {"solver_seconds", solver_seconds_}};
    if (facts_) {
      const transactions::Relevance& r = facts_->relevance();
      size_t shared = 0;
      r.shared().each([&](size_t) { ++shared; });
      stats_.push_back({"shared_variables", n(shared)});
      stats_.push_back({"relevant_variables", n(r.shared_and_relevant())});
      stats_.push_back({"graph_seconds", facts_seconds_});
      stats_.push_back({"graph_states", n(facts_->graph() ? facts_->graph()->states().size() : 0)});
      if (facts_->graph()) stats_.push_back({"graph_visits", n(facts_->graph()->visits())});
      if (facts_->sensitivity()) {
        stats_.push_back({"meeting_pairs", n(facts_->sensitivity()->meetings().size())});
        stats_.push_back({"sensitive_pairs", n(facts_->sensitivity()->pairs().size())});
      }
    }
    if (log_.is_open()) {
      const double now = budget_.elapsed_seconds();
      // asking takes longer than many a depth
      if (now > measured_ + 0.001) measured_ = now, resident_ = base::resident_bytes() >> 20;
      log_ << (window ? "{\"window\": true, " : "{");
      for (const auto& [key, value] : stats_) log_ << "\"" << key << "\": " << value << ", ";
      log_ << "\"seconds\": " << now << ", \"cpu_seconds\": " << base::cpu_seconds() - began_
           << ", \"resident_mib\": " << resident_ << "}" << std::endl;
    }
    progress_.say_sometimes([&] {
      return "no violation within depth " + std::to_string(model_->depth()) + ", " + std::to_string(m.blocks) +
             " blocks, " + std::to_string(m.pairs) + " pairs";
    });
  }

  trace::Result conclude(const trace::Refuted& refuted) const {
    const std::optional<trace::Complete> proof = trace::Complete::of(refuted);
    trace::Proofs proofs;
    trace::Result r;
    r.engine = name_;
    r.requested = options_.properties;
    Reason why = Reason::BoundReached;
    std::string how_far;
    if (exceeded_) {
      why = trace::reason(*exceeded_);
    } else if (!unsupported_.empty()) {
      why = Reason::Unsupported;
      how_far = unsupported_ + "; ";
    } else if (undefined_) {
      why = Reason::UndefinedBehaviour;
      how_far = "something undefined may happen, or what this engine does not express; engine explore may know more; ";
    } else if (cut_) {
      how_far = "recursion goes deeper, or a block of unknown size is larger; ";
    }
    for (Property p : r.requested) {
      std::optional<std::string> weak = p == Property::NoDataRace ? analyses_.first_weak_operation() : std::nullopt;
      if (p != Property::UnreachCall && p != Property::NoDataRace) {
        r.properties[p] = trace::Verdict::Unknown;
        if (proof || r.requested.size() == 1)
          why = Reason::NotChecked, how_far = std::string(text(p)) + " is not checked by this engine; ";
      } else if (weak || unconfirmed_.count(p)) {
        r.properties[p] = trace::Verdict::Unknown;
        if (proof) {
          why = weak ? Reason::WeakAtomics : Reason::Unsupported;
          how_far = weak ? *weak + " may order nothing else; engine explore knows more; "
                         : "a suspected violation could not be repeated; ";
        }
      } else if (proof && p == Property::NoDataRace && options_.reduction == options::Reduction::Sir && can_fail()) {
        r.properties[p] = trace::Verdict::Unknown;
        why = Reason::Unsupported;
        how_far = "--reduction sir proves no race absent where an assertion can fail; try --reduction mpor; ";
      } else if (proof) {
        proofs.emplace(p, *proof);
      }
    }
    how_far += "no violation within depth " + std::to_string(depth_);
    r.bound.threads = model_ ? static_cast<unsigned>(model_->stepper.threads.size()) : 1;
    r.bound.complete = refuted.beyond.answer == trace::Answer::Unsat &&
                       refuted.undefined.answer == trace::Answer::Unsat && refuted.missing.empty();
    r.violations = violations_;
    if (!r.violations.empty()) r.validated = "simulated";
    trace::conclude(r, proofs, why, how_far);
    r.stats = stats_;
    if (first_found_) r.stats.push_back({"first_violation_seconds", *first_found_});
    if (options_.lazy_switch_sets) r.stats.push_back({"switch_sets", static_cast<double>(switch_sets_)});
    return r;
  }

  const char* name_;
  const MakeModel make_;
  const model::Program& program_;
  const analysis::Analyses& analyses_;
  const options::Options& options_;
  base::Budget& budget_;
  const analysis::PointsTo& points_to_;
  const unsigned visible_steps_;
  std::optional<Control> control_;
  bool chains_ = false;  // of operations that move right
  base::Progress progress_;
  trace::News news_;
  std::ofstream log_;
  Plan plan_;
  unsigned farthest_ = 0;  // where there was a window
  std::minstd_rand random_;
  std::unique_ptr<OrderSolver> solver_;
  std::unique_ptr<smt::Circuit> circuit_;
  std::unique_ptr<Model> model_;
  std::unique_ptr<transactions::Facts> facts_;
  double facts_seconds_ = 0;
  std::optional<bool> sections_stop_;
  bool has_graph_ = false;  // that says more than the relevant variables
  uint64_t next_graph_ = kEffortBeforeGraph;

  std::vector<Suspect> suspects_;
  Lit question_ = smt::kFalse;  // one of the suspects
  std::set<std::pair<Property, std::vector<uint32_t>>> known_;
  std::set<Property> violated_, unconfirmed_;
  std::vector<trace::Violation> violations_;
  uint64_t pairs_asked_ = 0;
  bool waiting_ = false;  // something is new since the last question
  unsigned depth_ = 0, next_check_ = 0;
  bool complete_ = false, undefined_ = false, cut_ = false;
  trace::Refuted proof_;  // what the solver said so far
  std::string unsupported_;
  std::optional<base::Exceeded> exceeded_;
  std::optional<double> first_found_;
  double began_ = 0;  // processor time at which the last attempt began
  bool in_window_ = false;
  uint64_t switch_sets_ = 0;
  double solver_seconds_ = 0, measured_ = 0;
  size_t resident_ = 0;
  std::vector<std::pair<std::string, double>> stats_;
};

}  // namespace

trace::Result run_lazy(const Env& env) {
  MakeModel make = [](const model::Program& p, const analysis::PointsTo& points_to, const Control& control,
                      smt::Circuit& c, const Switches& s,
                      const Plan& plan) { return std::make_unique<Lazy>(p, points_to, control, c, s, plan); };
  return Engine("bmc-lazy", 3, make, env).run();
}

trace::Result run_eager(const Env& env) {
  MakeModel make = [](const model::Program& p, const analysis::PointsTo& points_to, const Control& control,
                      smt::Circuit& c, const Switches& s,
                      const Plan& plan) { return std::make_unique<Eager>(p, points_to, control, c, s, plan); };
  return Engine("bmc-eager", env.options.lazy_same_states ? 3 : 1, make, env).run();
}

}  // namespace heddle::unrolled
