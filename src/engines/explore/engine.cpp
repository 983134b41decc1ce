// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's loop: depth-first over the states, reduced by persistent sets with the cycle proviso; findings on the
// way.
//
// The proviso (Holzmann and Peled 1994): a state one of whose reduced successors is on the search stack is expanded in
// full, so no step is put off for ever around a cycle. Children are numbered when generated but become "on the stack"
// only when entered, so this is true depth-first order. For termination the whole graph is built without reduction.
#include "engines/explore/engine.h"

#include <algorithm>
#include <map>

#include "analysis/weak_operations.h"
#include "base/progress.h"
#include "engines/explore/fair_cycles.h"
#include "engines/explore/search.h"
#include "engines/explore/shorten.h"
#include "engines/explore/verdict.h"
#include "semantics/explain.h"

namespace heddle::explore {

using base::Property;
using options::Options;
using semantics::Move;

namespace {

// After the first violation the other properties are still decided, but not at any price.
constexpr uint64_t kGraceStates = 200000;
constexpr unsigned kFewThreads = 3;
// For all findings together; those that are left then are shown as they were found.
constexpr std::chrono::milliseconds kShorten{3000}, kShortenLate{300};
// Of a limit in time, what is kept back for telling what was found.
constexpr std::chrono::milliseconds kMostForTelling{2000}, kLeastForTelling{500};
constexpr int kShareForTelling = 10;

bool all_violated(const trace::Result& r) {
  return std::all_of(r.properties.begin(), r.properties.end(),
                     [](const auto& p) { return p.second == trace::Verdict::False; });
}

class Engine {
 public:
  Engine(const Env& env, unsigned thread_limit, Races races = Races::Adjacent)
      : program_(env.program()),
        analyses_(env.analyses),
        options_(env.options),
        budget_(env.budget),
        termination_(wants(Property::Termination)),
        search_(analyses_, options_.reduction != options::Reduction::None && !termination_,
                wants(Property::NoDataRace) ? races : Races::None),
        progress_(options_.progress && !options_.quiet, "explore"),
        news_(env.tell) {
    search_.machine().set_thread_limit(thread_limit);
    search_.on_finding = [this](Finding&& f) { note(std::move(f)); };
    search_.stop = [this] { return over_budget(); };
  }

  trace::Result run() {
    const double before = base::cpu_seconds();
    depth_first();
    Outcome out;
    out.search_seconds = base::cpu_seconds() - before;
    std::optional<StateGraph::Lasso> lasso;
    if (termination_) lasso = graph_.fair_cycle(options_.fairness == options::Fairness::Strong, search_.fair_choices);
    std::chrono::milliseconds shorten = exceeded_ ? kShortenLate : kShorten;
    if (auto left = budget_.left()) shorten = std::min(shorten, std::max(kShortenLate, *left / 2));
    shorten_until_ = std::chrono::steady_clock::now() + shorten;
    for (auto& [key, finding] : findings_) explain(shortest(finding), out);
    if (left_ == 0 && wants(Property::NoDataRace) && !violated_.count(Property::NoDataRace) &&
        (search_.weak_order || analysis::makes_attempts_to_lock(program_)))
      look_for_unordered(out);
    if (lasso) explain(*lasso, out);
    out.left = left_;
    out.exceeded = exceeded_;
    return conclude(std::move(out));
  }

  bool needs_more_threads() const { return search_.dropped.thread_limit && !exceeded_; }

 private:
  struct Frame {
    StateId id;
    std::vector<StateId> children;
    size_t next = 0;
  };
  using Shown = Shorter;  // a finding, and the way to it

  trace::Result conclude(Outcome out) {
    out.states += search_.visited().size();
    out.transitions += search_.transitions;
    out.depth = deepest_;
    out.threads = search_.most_threads;
    out.state_bytes = search_.visited().bytes() + search_.machine().bytes();
    return explore::conclude(program_, options_, search_.dropped, search_.machine().unmodelled(), std::move(out));
  }

  bool wants(Property p) const {
    return std::find(options_.properties.begin(), options_.properties.end(), p) != options_.properties.end();
  }

  void depth_first() {
    std::vector<Frame> stack;
    enter(stack, search_.start());
    while (!stack.empty() && !stop_) {
      left_ = stack.size();
      Frame& f = stack.back();
      if (f.next == f.children.size()) {
        search_.visited().set_mark(f.id, Mark::Done);
        stack.pop_back();
        continue;
      }
      StateId child = f.children[f.next++];
      if (search_.visited().mark(child) == Mark::New) enter(stack, child);
      if (over_budget() || past_grace()) return;
    }
    if (!stop_) left_ = 0;
  }

  // No two accesses come next to each other, but threads learn of others without being ordered: the same search again,
  // with what happens before what.
  void look_for_unordered(Outcome& out) {
    Options races_only = options_;
    races_only.properties = {Property::NoDataRace};
    Engine again({analyses_, races_only, budget_}, search_.machine().thread_limit(), Races::Unordered);
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

  void enter(std::vector<Frame>& stack, StateId id) {
    Visited& visited = search_.visited();
    visited.set_mark(id, Mark::OnStack);
    stack.push_back({id, {}, 0});
    deepest_ = std::max<uint64_t>(deepest_, stack.size());
    search_.expand(id, expansion_, [&](StateId s) { return visited.mark(s) == Mark::OnStack; });
    Frame& f = stack.back();
    for (const Successor& s : expansion_.successors)
      if (visited.mark(s.id) == Mark::New) f.children.push_back(s.id);
    if (termination_) remember(id);
    progress_.show(stack.size(), visited.size(), search_.transitions);
    tell();
  }

  void remember(StateId id) {
    std::vector<StateGraph::Edge> edges;
    for (const Successor& s : expansion_.successors)
      if (!s.spurious) edges.push_back({s.id, static_cast<uint8_t>(s.thread), s.fair});
    std::vector<uint8_t> enabled;
    for (unsigned t = 0; t < expansion_.enabled.size(); ++t)
      if (expansion_.enabled[t]) enabled.push_back(static_cast<uint8_t>(t));
    semantics::State s;
    search_.visited().get(id, s);
    bool ended = expansion_.unsure;
    for (unsigned t = 0; t < search_.machine().threads(s); ++t)
      ended |= search_.machine().info(s, t).status == semantics::ThreadStatus::Parked;
    graph_.add(id, std::move(edges), std::move(enabled), ended);
  }

  // Undefined behaviour may be of a kind that the property, as asked for, does not speak of.
  bool wants(Property p, const std::string& kind) const {
    return wants(p) && (p != Property::ValidMemsafety || (options_.memory_safety & base::memory_safety_part(kind)));
  }

  void note(Finding&& f) {
    bool requested = wants(f.property, f.kind);
    if (!requested && f.property != Property::ValidMemsafety) return;
    if (!options_.all && (requested ? violated_.count(f.property) > 0 : met_undefined_)) return;
    if (requested)
      violated_.insert(f.property);
    else
      met_undefined_ = true;
    auto [it, fresh] = findings_.try_emplace(f.key, std::move(f));
    if (fresh) untold_.push_back(&it->second);
    if (!fresh || !requested) return;
    if (!first_violation_) first_violation_ = search_.visited().size();
    bool open = options_.all || termination_;
    for (Property p : options_.properties) open |= !violated_.count(p);
    stop_ = !open;
  }

  bool past_grace() const {
    return first_violation_ && !options_.all &&
           search_.visited().size() > *first_violation_ + std::max<uint64_t>(kGraceStates, *first_violation_);
  }

  bool over_budget() {
    if (auto e = budget_.check(search_.visited().size()))
      exceeded_ = e;
    else if (first_violation_ && search_.visited().size() % 64 == 0 && must_tell())
      exceeded_ = base::Exceeded::Time;
    stop_ |= exceeded_.has_value();
    return exceeded_.has_value();
  }
  bool must_tell() const {
    auto left = budget_.left();
    return left && *left < std::min(kMostForTelling, budget_.limits().time / kShareForTelling);
  }

  // What was found first is told at once, as it was found; what --all finds more of, now and then.
  void tell() {
    if (!news_) return;
    bool at_once = !untold_.empty() && (!options_.all || untold_.size() == findings_.size());
    if (!at_once && !news_.due()) return;
    for (const Finding* f : untold_) explain({search_.path_to(f->state), *f}, told_);
    untold_.clear();
    news_.tell([&] {
      Outcome so_far = told_;
      so_far.exceeded = base::Exceeded::Time;
      return conclude(std::move(so_far));
    });
  }

  Shown shortest(const Finding& f) {
    std::vector<Move> moves = search_.path_to(f.state);
    std::optional<Shorter> shorter = shorten(analyses_, f, moves.size(), search_.visited().size(), shorten_until_);
    return shorter ? std::move(*shorter) : Shown{std::move(moves), f};
  }

  void explain(Shown shown, Outcome& out) {
    const Finding& f = shown.finding;
    base::Budget telling = budget_.rest(kLeastForTelling);
    semantics::Explaining how{nullptr, &telling};
    std::optional<trace::Violation> v;
    if (f.property == Property::NoDeadlock) {
      v = semantics::explain_deadlock(search_.make_machine(), shown.moves, f.threads, how);
    } else if (f.apart) {
      shown.moves.insert(shown.moves.end(), f.last.begin(), f.last.end());
      v = semantics::explain_unordered(search_.make_machine(), shown.moves, how);
    } else if (f.property == Property::NoDataRace) {
      v = semantics::explain_race(search_.make_machine(), shown.moves, f.threads[0], f.threads[1], f.last, how);
    } else {
      shown.moves.insert(shown.moves.end(), f.last.begin(), f.last.end());
      v = semantics::explain_fault(search_.make_machine(), shown.moves, f.kind, how);
    }
    if (!v && out.suspected.empty()) out.suspected = std::string(text(f.property)) + place_of(f);
    add(std::move(v), out);
  }

  // " at pool.c:17", where the step stands that shows it
  std::string place_of(const Finding& f) {
    if (f.state == kNoState || (f.threads.empty() && f.last.empty())) return "";
    const model::Position at = search_.position(f.state, f.last.empty() ? f.threads[0] : f.last.back().thread);
    return at.line ? " at " + model::position_text(program_, at) : "";
  }

  void explain(const StateGraph::Lasso& lasso, Outcome& out) {
    std::vector<Move> moves = search_.path_to(lasso.start);
    size_t loop = moves.size();
    for (size_t k = 0; k + 1 < lasso.states.size(); ++k)
      moves.push_back(search_.move_between(lasso.states[k], lasso.states[k + 1], lasso.threads[k]));
    bool strong = options_.fairness == options::Fairness::Strong;
    base::Budget telling = budget_.rest(kLeastForTelling);
    add(semantics::explain_livelock(search_.make_machine(), moves, loop, strong ? "strong" : "weak",
                                    {nullptr, &telling}),
        out);
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
  const bool termination_;
  Search search_;
  base::Progress progress_;
  trace::News news_;
  StateGraph graph_;
  Expansion expansion_;
  std::map<std::string, Finding> findings_;
  std::vector<const Finding*> untold_;  // of them
  Outcome told_;
  std::set<Property> violated_;
  std::optional<uint64_t> first_violation_;
  std::optional<base::Exceeded> exceeded_;
  uint64_t deepest_ = 0;
  std::chrono::steady_clock::time_point shorten_until_;
  uint64_t left_ = 1;  // states that are not followed to their end
  bool stop_ = false, met_undefined_ = false;
};

}  // namespace

// Programs that start threads in a loop are searched with few threads first: most bugs need few, and a loop without end
// would otherwise be followed to the last thread before anything else. Each round is complete for its number of
// threads.
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
  for (;; limit = std::min(2 * limit - 1, semantics::Machine::kMaxThreads)) {
    Engine engine(with_earlier, limit);
    trace::Result r = engine.run();
    bool last = !engine.needs_more_threads() || limit == semantics::Machine::kMaxThreads;
    if (!best || !r.violations.empty() || (last && best->violations.empty())) best = std::move(r);
    if (last || all_violated(*best)) return std::move(*best);
  }
}

}  // namespace heddle::explore
