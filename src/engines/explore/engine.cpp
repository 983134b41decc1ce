// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's loop: depth-first over the states, reduced by persistent sets such that nobody is put off for ever
// (put_off.h); findings on the way. What locks protect is learnt on the way, too; when something learnt too early turns
// out to be wrong, the search starts again (lock_discipline.h). For termination the whole graph is built without
// reduction.
#include "engines/explore/engine.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "analysis/weak_operations.h"
#include "base/progress.h"
#include "engines/explore/beyond_uninitialised.h"
#include "engines/explore/confirm.h"
#include "engines/explore/fair_cycles.h"
#include "engines/explore/frontier.h"
#include "engines/explore/interchange.h"
#include "engines/explore/put_off.h"
#include "engines/explore/search.h"
#include "engines/explore/searcher.h"
#include "engines/explore/shorten.h"
#include "engines/explore/verdict.h"
#include "semantics/explain.h"

namespace heddle::explore {

using base::Property;
using options::Options;
using semantics::Move;

namespace {

constexpr size_t kAlone = 64;  // states before others are called to help
// After the first violation the other properties are still decided, but not at any price.
constexpr uint64_t kGraceStates = 200000;
constexpr unsigned kFewThreads = 3;
// For all findings together; those that are left then are shown as they were found.
constexpr std::chrono::milliseconds kShorten{3000}, kShortenLate{300};
// Of a limit in time, what is kept back for telling what was found.
constexpr std::chrono::milliseconds kMostForTelling{2000}, kLeastForTelling{500};
constexpr int kShareForTelling = 10;

class Engine {
 public:
  Engine(const Env& env, unsigned thread_limit, Follows follows, bool interchange, Races races = Races::Adjacent)
      : program_(env.program()),
        analyses_(env.analyses),
        options_(env.options),
        budget_(env.budget),
        termination_(wants(Property::Termination)),
        follows_(follows),
        interchange_(interchange),
        races_(wants(Property::NoDataRace) ? races : Races::None),
        suspects_(suspects(env)),
        no_other_races_(no_other_races(env)),
        relevance_(relevance()),
        search_(analyses_, also_by_threads(reduction()), races_, follows, nullptr, foreknowledge()),
        searcher_(search_, frontier_),
        progress_(options_.progress && !options_.quiet, "explore", budget_),
        news_(env.tell) {
    search_.machine().set_thread_limit(thread_limit);
    searcher_.on_entered = [this](StateId id, const Expansion& e) { entered(id, e); };
    listen_to(search_);
  }

  trace::Result run() {
    const double before = base::cpu_seconds();
    depth_first();
    if (mistook_threads()) return {};
    search_.look_back();
    Outcome out;
    out.search_seconds = base::cpu_seconds() - before;
    std::optional<StateGraph::Lasso> lasso;
    if (termination_) lasso = graph_.fair_cycle(options_.fairness == options::Fairness::Strong, search_.fair_choices);
    std::chrono::milliseconds shorten = exceeded_ ? kShortenLate : kShorten;
    if (auto left = budget_.left()) shorten = std::min(shorten, std::max(kShortenLate, *left / 2));
    shorten_until_ = std::chrono::steady_clock::now() + shorten;
    for (auto& [key, finding] : findings_) explain(shortest(finding), out);
    if (follows_.any_numbers) return conclude_for_any_numbers(std::move(out));
    if (left_ == 0 && wants(Property::NoDataRace) && !violated_.count(Property::NoDataRace) &&
        (search_.weak_order || analysis::makes_attempts_to_lock(program_)))
      look_for_unordered(out);
    if (lasso) explain(*lasso, out);
    out.left = left_;
    out.exceeded = exceeded_;
    return conclude(std::move(out));
  }

  // What was found counts for nothing: the threads are not as alike as they look (interchange.h).
  bool mistook_threads() const { return search_.mistook_threads() && !exceeded_; }
  bool needs_reuse() const { return search_.dropped.needs_reuse && !exceeded_; }
  // What was found is true, but what else there is lies behind a use of something uninitialised.
  bool needs_any_values() const { return needs_any_values_; }
  bool needs_more_threads() const { return search_.dropped.thread_limit && !exceeded_; }

 private:
  void listen_to(Search& search) {
    search.on_finding = [this](Finding&& f) { note(std::move(f)); };
    search.stop = [this] { return over_budget(); };
  }

  // A race that no two accesses next to each other show is not looked for.
  trace::Result conclude_for_any_numbers(Outcome out) {
    if (wants(Property::NoDataRace) && (search_.weak_order || analysis::makes_attempts_to_lock(program_)))
      violated_.insert(Property::NoDataRace);
    out.left = left_;
    out.exceeded = exceeded_;
    out.any_numbers = true;
    trace::Result r = conclude(std::move(out));
    for (Property p : violated_) r.properties[p] = trace::Verdict::Unknown;
    r.verdict = trace::overall(r);
    if (r.verdict != trace::Verdict::True && r.reason_code == trace::Reason::None) {
      r.reason_code = trace::Reason::WideInput;
      r.reason = "a violation may follow from numbers that the program does not compute";
    }
    return r;
  }

  using Shown = Shorter;  // a finding, and the way to it

  trace::Result conclude(Outcome out) {
    out.states += search_.visited().size();
    out.transitions += search_.transitions;
    out.depth = searcher_.deepest();
    out.threads = search_.most_threads;
    out.state_bytes = search_.visited().bytes() + search_.machine().bytes();
    std::set<std::string> unmodelled = search_.machine().unmodelled();
    for (auto& h : helpers_) {
      out.transitions += h->search.transitions;
      out.depth = std::max(out.depth, h->searcher.deepest());
      out.state_bytes += h->search.machine().bytes() - search_.machine().store()->bytes();
      unmodelled.insert(h->search.machine().unmodelled().begin(), h->search.machine().unmodelled().end());
    }
    if (suspects_) out.no_other_races = no_other_races_;
    out.searchers = 1 + static_cast<unsigned>(helpers_.size());
    return explore::conclude(program_, options_, search_.dropped, unmodelled, std::move(out));
  }

  bool wants(Property p) const {
    return std::find(options_.properties.begin(), options_.properties.end(), p) != options_.properties.end();
  }

  Reduce reduction() const {
    if (options_.reduction == options::Reduction::None || termination_) return Reduce::Nothing;
    return options_.held_locks && !follows_.reuse ? Reduce::Locks : Reduce::Futures;
  }

  // What is known of the program beforehand need not hold of the larger one (interchange.h).
  Reduce also_by_threads(Reduce reduce) const {
    return interchange_ && reduce == Reduce::Locks && !suspects_ && !relevance_ ? Reduce::Threads : reduce;
  }

  // What may race, if somebody has shown that nothing else does, without a condition. What they know is not used where
  // the search has to look at more than the order of accesses.
  std::optional<trace::Suspects> suspects(const Env& env) const {
    if (!env.suspicions || !env.suspicions->is_whole(Property::NoDataRace) ||
        !env.suspicions->safe_memory_assumed_at.empty() || follows_.reuse || races_ == Races::Unordered ||
        reduction() == Reduce::Nothing || analyses_.first_weak_operation() || wants(Property::ValidMemsafety) ||
        wants(Property::NoOverflow))
      return std::nullopt;
    return trace::Suspects(*env.suspicions, Property::NoDataRace);
  }

  static trace::Shown no_other_races(const Env& env) {
    const bool said = env.suspicions && env.suspicions->is_whole(Property::NoDataRace);
    return said ? env.suspicions->whole.at(Property::NoDataRace) : trace::Shown{};
  }

  // What conditions see, where only places of threads are asked for.
  std::unique_ptr<transactions::Relevance> relevance() const {
    if (options_.reduction != options::Reduction::Sir || reduction() == Reduce::Nothing || follows_.reuse ||
        wants(Property::NoDataRace) || wants(Property::ValidMemsafety) || wants(Property::NoOverflow))
      return nullptr;
    return std::make_unique<transactions::Relevance>(analyses_);
  }

  Foreknowledge foreknowledge() const { return {suspects_ ? &*suspects_ : nullptr, relevance_.get()}; }

  // Again from the start when what the search relied upon was wrong. What it has found was true and is found again.
  void depth_first() {
    for (search_everything(); search_.misled() && !search_.mistook_threads() && !exceeded_; search_everything()) {
      search_.restart();
      findings_.clear();
      untold_.clear();
      violated_.clear();
      first_violation_at_ = 0;
      past_grace_ = false;
      stop_ = false;
      met_uninitialised_ = met_undefined_ = false;
    }
    if (search_.misled()) left_ = std::max<uint64_t>(left_, 1);
  }

  // In rounds: alone at first, then with others. What each has learnt is put together after each round.
  void search_everything() {
    for (auto& h : helpers_) h->search.follow(search_);
    each_searcher([](Searcher& s) { s.restart(); });
    PutOff put_off;
    frontier_.clear();
    frontier_.give({{search_.start(), false}});
    while (true) {
      const size_t states = search_.visited().size();
      if (states >= kAlone) hire();
      states_wanted_ = helpers_.empty() && searchers_wanted() == 1 ? ~size_t{0} : std::max(2 * states, kAlone);
      round();
      tell();
      left_ = frontier_.size();
      each_searcher([&](Searcher& s) {
        left_ += s.left();
        put_off.take(s.put_off());
      });
      if (stop_ || exceeded_ || past_grace_ || search_.dropped.needs_reuse || search_.misled() ||
          search_.mistook_threads()) {
        left_ = std::max<uint64_t>(left_, 1);
        return;
      }
      if (left_) continue;
      std::vector<StateId> unfair = put_off.unfair(search_.visited());
      if (unfair.empty()) return;
      std::vector<Frontier::Item> again;
      for (StateId s : unfair) again.push_back({s, true});
      frontier_.give(again);
    }
  }

  struct Helper {  // who searches besides
    Helper(Engine& e, Races races)
        : search(e.analyses_, e.also_by_threads(e.reduction()), races, e.follows_, &e.search_, e.foreknowledge()),
          searcher(search, e.frontier_) {}
    Search search;
    Searcher searcher;
    std::exception_ptr failure;
  };

  template <class F>
  void each_searcher(F f) {
    f(searcher_);
    for (auto& h : helpers_) f(h->searcher);
  }

  unsigned searchers_wanted() const {
    if (termination_ || races_ == Races::Unordered || options_.jobs <= 1) return 1;
    const auto jobs = static_cast<unsigned>(options_.jobs);
    return options_.engine == options::Engine::Explore ? jobs : std::max(1u, jobs - 1);  // one for the other engines
  }

  void hire() {
    while (helpers_.size() + 1 < searchers_wanted()) {
      Helper& h = *helpers_.emplace_back(std::make_unique<Helper>(*this, races_));
      listen_to(h.search);
      h.search.follow(search_);
    }
  }

  void round() {
    frontier_.open(1 + static_cast<unsigned>(helpers_.size()));
    std::vector<std::thread> threads;
    for (auto& h : helpers_)
      threads.emplace_back([this, &h] {
        try {
          h->searcher.go_on([&] { return halts(h->search); });
        } catch (...) {
          h->failure = std::current_exception();
          frontier_.close();
        }
      });
    std::exception_ptr failure;
    try {
      searcher_.go_on([this] { return halts(search_); });
    } catch (...) {
      failure = std::current_exception();
      frontier_.close();
    }
    for (std::thread& t : threads) t.join();
    for (auto& h : helpers_)
      if (h->failure && !failure) failure = h->failure;
    if (failure) std::rethrow_exception(failure);
    for (auto& h : helpers_) search_.add(h->search);
    for (auto& h : helpers_) h->search.follow(search_);
  }

  // Looked at before each step of the search, by all searchers.
  bool halts(Search& search) {
    if (stop_ || search.dropped.needs_reuse || search.misled() || search.mistook_threads()) return true;
    if (follows_.any_numbers && search.dropped.any()) return true;
    if (over_budget()) return true;
    if (past_grace()) past_grace_ = true;
    return past_grace_ || search_.visited().size() >= states_wanted_ || must_tell_now_;
  }

  // No two accesses come next to each other, but threads learn of others without being ordered: the same search again,
  // with what happens before what.
  void look_for_unordered(Outcome& out) {
    Options races_only = options_;
    races_only.properties = {Property::NoDataRace};
    Engine again({analyses_, races_only, budget_}, search_.machine().thread_limit(), follows_, false, Races::Unordered);
    const double before = base::cpu_seconds();
    again.depth_first();
    out.search_seconds += base::cpu_seconds() - before;
    out.states = again.search_.visited().size();
    out.transitions = again.search_.transitions;
    again.shorten_until_ = shorten_until_;
    for (auto& [key, finding] : again.findings_)
      if (finding.property == Property::NoDataRace) again.explain(again.shortest(finding), out);
    if (again.left_ == 0 && !again.search_.mixed_sizes) return;
    exceeded_ = again.exceeded_;
    out.unordered_past = again.search_.mixed_sizes
                             ? WeakOrder::Place{*again.search_.mixed_sizes,
                                                "an atomic access of another size than others to the same bytes"}
                         : search_.weak_order ? *search_.weak_order
                                              : WeakOrder::Place{{}, "a failed attempt to lock or a request to cancel"};
  }

  // By the first searcher.
  void entered(StateId id, const Expansion& expansion) {
    if (termination_) remember(id, expansion);
    progress_.states(searcher_.left(), search_.visited().size(), search_.transitions);
    if (helpers_.empty())
      tell();
    else
      must_tell_now_ = must_tell_now_ || (news_ && news_.due());
  }

  void remember(StateId id, const Expansion& expansion) {
    std::vector<StateGraph::Edge> edges;
    for (const Successor& s : expansion.successors)
      if (!s.spurious) edges.push_back({s.id, static_cast<uint8_t>(s.thread), s.fair});
    std::vector<uint8_t> enabled;
    for (unsigned t = 0; t < expansion.enabled.size(); ++t)
      if (expansion.enabled[t]) enabled.push_back(static_cast<uint8_t>(t));
    semantics::State s;
    search_.visited().get(id, s);
    bool ended = expansion.unsure;
    for (unsigned t = 0; t < search_.machine().threads(s); ++t)
      ended |= search_.machine().info(s, t).status == semantics::ThreadStatus::Parked;
    graph_.add(id, std::move(edges), std::move(enabled), ended);
  }

  // Undefined behaviour may be of a kind that the property, as asked for, does not speak of.
  bool wants(Property p, const std::string& kind) const {
    return wants(p) && (p != Property::ValidMemsafety || (options_.memory_safety & base::memory_safety_part(kind)));
  }

  // What nobody asked for is told once: a read of memory that was never initialised, and anything else undefined. A
  // proof may stand beside the one and not beside the other.
  bool is_news(const Finding& f) {
    std::lock_guard lock(mutex_);
    const bool requested = wants(f.property, f.kind);
    if (!requested && f.property != Property::ValidMemsafety) return false;
    return options_.all || !(requested ? violated_.count(f.property) > 0 : met_undefined(f.kind));
  }

  // Nothing is proven behind it, and there is no fair cycle to look for.
  bool goes_on_with_any_values() const {
    return !follows_.any_values && !termination_ && !wants(Property::ValidMemsafety);
  }
  bool& met_undefined(const std::string& kind) {
    return base::is_uninitialised_read(kind) ? met_uninitialised_ : met_undefined_;
  }

  // What was found may not be there, but nothing is proven any more.
  void doubt(const Finding& f) {
    std::lock_guard lock(mutex_);
    if (!wants(f.property, f.kind)) {
      stop_ = true;  // something undefined
      return;
    }
    violated_.insert(f.property);
    stop_ = stop_ || std::all_of(options_.properties.begin(), options_.properties.end(),
                                 [&](Property p) { return violated_.count(p) > 0; });
  }

  void note(Finding&& f) {  // by all searchers
    if (!is_news(f)) return;
    if (follows_.any_numbers) return doubt(f);
    if (search_.interchanged_threads()) {
      std::optional<Finding> confirmed;
      if (!options_.all) confirmed = confirm(analyses_, search_, f, races_, [this] { return over_budget(); });
      if (!confirmed) return search_.tell_threads_apart();
      f = std::move(*confirmed);
    }
    std::lock_guard lock(mutex_);
    const bool requested = wants(f.property, f.kind);
    if (requested) {
      violated_.insert(f.property);
    } else {
      met_undefined(f.kind) = true;
      needs_any_values_ |= met_uninitialised_ && goes_on_with_any_values();
      stop_ = stop_ || (needs_any_values_ && !options_.all);
    }
    auto [it, fresh] = findings_.try_emplace(f.key, std::move(f));
    if (fresh) untold_.push_back(&it->second);
    must_tell_now_ = !helpers_.empty() && news_ && tells_at_once();
    if (!fresh || !requested) return;
    if (!first_violation_at_) first_violation_at_ = std::max<uint64_t>(1, search_.visited().size());
    bool open = options_.all || termination_;
    for (Property p : options_.properties) open |= !violated_.count(p);
    stop_ = !open;
  }

  bool past_grace() const {
    const uint64_t first = first_violation_at_;
    return first && !options_.all && search_.visited().size() > first + std::max<uint64_t>(kGraceStates, first);
  }

  bool over_budget() {  // asked by all searchers
    const size_t states = search_.visited().size();
    std::optional<base::Exceeded> e = budget_.check(states);
    if (!e && first_violation_at_ && states % 64 == 0 && must_tell()) e = base::Exceeded::Time;
    if (!e) return false;
    std::lock_guard lock(mutex_);
    exceeded_ = e;
    stop_ = true;
    return true;
  }
  bool must_tell() const {
    auto left = budget_.left();
    return left && *left < std::min(kMostForTelling, budget_.limits().time / kShareForTelling);
  }

  bool tells_at_once() const { return !untold_.empty() && (!options_.all || untold_.size() == findings_.size()); }

  // What was found first is told at once, as it was found; what --all finds more of, now and then.
  void tell() {
    const bool now = must_tell_now_.exchange(false);
    if (!news_ || (!now && !tells_at_once() && !news_.due())) return;
    for (const Finding* f : untold_)
      if (told_keys_.insert(f->key).second) explain({way_to(*f), *f}, told_);
    untold_.clear();
    news_.tell([&] {
      Outcome so_far = told_;
      so_far.exceeded = base::Exceeded::Time;
      return conclude(std::move(so_far));
    });
  }

  std::vector<Move> way_to(const Finding& f) { return f.state == kNoState ? f.way : search_.path_to(f.state); }

  Shown shortest(const Finding& f) {
    std::vector<Move> moves = way_to(f);
    std::optional<Shorter> shorter =
        shorten(analyses_, f, moves.size(), search_.visited().size(), follows_, shorten_until_);
    return shorter ? std::move(*shorter) : Shown{std::move(moves), f};
  }

  void explain(Shown shown, Outcome& out) {
    const Finding& f = shown.finding;
    if (f.property != Property::NoDeadlock && (f.apart || f.property != Property::NoDataRace))
      shown.moves.insert(shown.moves.end(), f.last.begin(), f.last.end());
    std::optional<trace::Violation> v = violation(shown, search_.make_machine());
    if (!v && search_.dropped.unmodelled && f.property != Property::ValidMemsafety) {
      v = violation(shown, [make = search_.make_machine()] {
        std::unique_ptr<semantics::Machine> machine = make();
        machine->follow_unknown_numbers();
        return machine;
      });
    }
    if (!v && out.suspected.empty()) out.suspected = std::string(text(f.property)) + place_of(f);
    add(std::move(v), out);
  }

  // What the finding is, if it shows itself again on these machines.
  std::optional<trace::Violation> violation(const Shown& shown, const semantics::MakeMachine& make) {
    const Finding& f = shown.finding;
    base::Budget telling = budget_.rest(kLeastForTelling);
    semantics::Explaining how{nullptr, &telling};
    if (f.property == Property::NoDeadlock) return semantics::explain_deadlock(make, shown.moves, f.threads, how);
    if (f.apart) return semantics::explain_unordered(make, shown.moves, how);
    if (f.property == Property::NoDataRace)
      return semantics::explain_race(make, shown.moves, f.threads[0], f.threads[1], f.last, how);
    return semantics::explain_fault(make, shown.moves, f.kind, how);
  }

  // " at pool.c:17", where the step stands that shows it
  std::string place_of(const Finding& f) {
    model::Position at = f.at;
    const bool known = f.state != kNoState && !(f.threads.empty() && f.last.empty());
    if (!at.line && known) at = search_.position(f.state, f.last.empty() ? f.threads[0] : f.last.back().thread);
    return at.line ? " at " + model::position_text(program_, at) : "";
  }

  void explain(const StateGraph::Lasso& lasso, Outcome& out) {
    std::vector<Move> moves = search_.path_to(lasso.start);
    size_t loop = moves.size();
    for (size_t k = 0; k + 1 < lasso.states.size(); ++k)
      moves.push_back(search_.move_between(lasso.states[k], lasso.states[k + 1], lasso.threads[k]));
    bool strong = options_.fairness == options::Fairness::Strong;
    base::Budget telling = budget_.rest(kLeastForTelling);
    std::optional<trace::Violation> v = semantics::explain_livelock(search_.make_machine(), moves, loop,
                                                                    strong ? "strong" : "weak", {nullptr, &telling});
    if (!v && out.suspected.empty()) {
      const model::Position at = search_.position(lasso.start, lasso.threads[0]);
      out.suspected = text(Property::Termination) + (at.line ? " at " + model::position_text(program_, at) : "");
    }
    add(std::move(v), out);
  }

  // A finding that does not show itself again in the simulation is no violation, but it forbids a proof.
  void add(std::optional<trace::Violation>&& v, Outcome& out) {
    if (!v)
      out.unconfirmed = true;
    else if (wants(v->property, v->kind))
      out.violations.push_back(std::move(*v));
    else
      out.undefined.push_back(std::move(*v));
  }

  const model::Program& program_;
  const analysis::Analyses& analyses_;
  const Options& options_;
  base::Budget& budget_;
  const bool termination_, interchange_;
  const Follows follows_;
  const Races races_;
  const std::optional<trace::Suspects> suspects_;
  const trace::Shown no_other_races_;  // what is shown of the others, if there are suspects
  const std::unique_ptr<transactions::Relevance> relevance_;
  Search search_;
  Frontier frontier_;
  Searcher searcher_;
  std::vector<std::unique_ptr<Helper>> helpers_;
  size_t states_wanted_ = 0;  // in this round
  base::Progress progress_;
  trace::News news_;
  StateGraph graph_;
  std::mutex mutex_;  // what all searchers note
  std::map<std::string, Finding> findings_;
  std::vector<const Finding*> untold_;  // of them
  Outcome told_;
  std::set<std::string> told_keys_;
  std::set<Property> violated_;
  std::atomic<uint64_t> first_violation_at_{0};  // after how many states; 0: none
  std::optional<base::Exceeded> exceeded_;
  std::chrono::steady_clock::time_point shorten_until_;
  uint64_t left_ = 1;  // states that are not followed to their end
  std::atomic<bool> stop_{false}, past_grace_{false}, must_tell_now_{false};
  bool met_uninitialised_ = false, met_undefined_ = false, needs_any_values_ = false;
};

}  // namespace

// Programs that start threads in a loop are searched with few threads first: most bugs need few, and a loop without end
// would otherwise be followed to the last thread before anything else. Each round is complete for its number of
// threads. In the same way a program is searched first as if nobody compared pointers to freed memory: that malloc and
// free are steps of their own, so that it is known which block may have the address of which, costs states.
trace::Result run(const Env& env) {
  const bool in_loops = env.analyses.thread_starts() != analysis::ThreadStarts::Once;
  unsigned limit = in_loops ? kFewThreads : semantics::Machine::kMaxThreads;
  std::optional<trace::Result> best;
  Env with_earlier = env;
  if (env.tell)
    with_earlier.tell = [&](const trace::Result& so_far) {
      trace::Result both = so_far;
      for (Property p : both.requested)
        if (best) trace::adopt(both, *best, p);
      env.tell(both);
    };
  bool interchange = env.options.symmetry && may_interchange_threads(env.program());
  for (Follows follows;;) {
    Engine engine(with_earlier, limit, follows, interchange);
    trace::Result r = engine.run();
    if (engine.mistook_threads()) {
      interchange = false;
      continue;
    }
    const bool begins_anew = !follows.any_values && engine.needs_any_values() && !all_violated(r);
    const bool again = engine.needs_reuse();
    bool last = !again && (!engine.needs_more_threads() || limit == semantics::Machine::kMaxThreads);
    if (begins_anew && best)
      for (const trace::Violation& v : best->violations) trace::adopt(r, *best, v.property);
    if (follows.any_values)
      add_what_any_value_shows(*best, std::move(r));
    else if (!best || begins_anew || !r.violations.empty() || (last && best->violations.empty()))
      best = std::move(r);
    if (!begins_anew && (last || all_violated(*best))) return std::move(*best);
    if (begins_anew)
      follows.any_values = true, interchange = false;
    else if (again)
      follows.reuse = true;
    else
      limit = std::min(2 * limit - 1, semantics::Machine::kMaxThreads);
  }
}

trace::Result run_for_any_number(const Env& env) {
  for (Follows follows{.any_numbers = true};;) {
    Engine engine(env, semantics::Machine::kMaxThreads, follows, false);
    trace::Result r = engine.run();
    if (!engine.needs_reuse() || follows.reuse) return r;
    follows.reuse = true;
  }
}

}  // namespace heddle::explore
