// SPDX-License-Identifier: GPL-3.0-or-later
// auto: explore and bmc-order side by side, the first answer for each property wins.
//
//   engine     begins                                     ends
//   explore    at once                                    by itself
//   bmc-order  when explore has had its head start, or    by itself; when explore met something undefined or
//              has ended without an answer                unmodelled; after a minute if there is no time limit
//
// The head start decides most programs, always in the same way. bmc-order does not mind wide inputs nor many
// interleavings, and asks induction where loops go on. For termination, ranking stands in its place: it measures loops.
// Explore just goes on beside it. Everybody ends when every property is decided, or some time after the first
// violation: the other properties are decided too, but not at any price.
//
// Where explore met something undefined or unmodelled, bmc-order can prove nothing any more, and a `true` that it had
// given is taken back while the run goes on. A `true` that closes the last open property ends the run at once, although
// explore might still meet something undefined. That is right, since bmc-order's proof does not lean on explore: it has
// asked its solver whether anything undefined or unmodelled happens in any execution, beyond all bounds, and was told
// no. If explore meets it all the same, one of the two is wrong, and nothing is proven.
#include "driver/auto.h"

#include <algorithm>

#include "driver/crew.h"
#include "driver/proofs.h"
#include "engines/explore/engine.h"

namespace heddle::driver {

using base::Property;
using std::chrono::milliseconds;
using trace::Reason;
using trace::Verdict;

namespace {

constexpr milliseconds kHeadStart{1000}, kFormula{60000}, kGrace{5000}, kLastWords{4000};
constexpr double kHeadShare = 0.15;
constexpr unsigned kSideBySide = 2;

std::vector<Property> open_ones(const trace::Result& r, const std::vector<Property>& of) {
  std::vector<Property> open;
  for (Property p : of)
    if (auto it = r.properties.find(p); it != r.properties.end() && it->second == Verdict::Unknown) open.push_back(p);
  return open;
}

bool met_undefined(const trace::Result& r) {
  auto invalid = [](const trace::Violation& v) { return v.property == Property::ValidMemsafety; };
  return !r.undefined_behaviour.empty() || !r.unmodelled.empty() ||
         std::any_of(r.violations.begin(), r.violations.end(), invalid);
}

options::Options about(const options::Options& options, const std::vector<Property>& properties) {
  options::Options only = options;
  only.properties = properties;
  return only;
}

class Auto {
 public:
  Auto(const Portfolio& engines, const options::Options& options, base::Budget& budget, Crew& crew)
      : engines_(engines), options_(options), budget_(budget), crew_(crew), begun_(Clock::now()) {
    for (Property p : options.properties)
      if (p != Property::ValidMemsafety) formula_.push_back(p);
    if (auto left = budget.left())
      head_start_ =
          std::min(kHeadStart, milliseconds(static_cast<int64_t>(kHeadShare * static_cast<double>(left->count()))));
  }

  trace::Result run() {
    explore_ = &crew_.start("explore", engines_.explore);
    learn();
    while (crew_.running() || formula_begins()) {
      if (formula_begins()) begin_formula();
      if (crew_.turn()) learn();
      if (order_ && order_->running() && !formula_helps()) order_->end(Reason::TimeLimit);
      if (finished()) dismiss();
    }
    learn();
    return conclude();
  }

 private:
  using Clock = std::chrono::steady_clock;

  // What is known now, from both.
  void learn() {
    first_ = answer(*explore_, options_.properties);
    known_ = first_;
    if (order_) {
      second_ = answer(*order_, asked_);
      for (Property p : asked_)
        if (second_.properties.at(p) != Verdict::True || !met_undefined(first_)) trace::adopt(known_, second_, p);
    }
    if (!known_.violations.empty() && !violated_) violated_ = Clock::now();
  }

  // Time, memory, a wide input or a defect stopped explore. Whatever else stopped it stops bmc-order as well; a limit
  // on states is the user's wish.
  bool explore_leaves_it_to_others() const {
    if (explore_->running()) return Clock::now() >= begun_ + head_start_;
    Reason why = first_.reason_code;
    return why == Reason::TimeLimit || why == Reason::MemoryLimit || why == Reason::WideInput ||
           why == Reason::EngineFailed;
  }

  bool formula_begins() const {
    return !order_ && !crew_.over() && explore_leaves_it_to_others() && !met_undefined(first_) && !finished() &&
           !open_ones(known_, formula_).empty();
  }

  void begin_formula() {
    asked_ = open_ones(known_, formula_);
    const bool only_loops = asked_ == std::vector<Property>{Property::Termination};
    order_ = &crew_.start(only_loops ? "ranking" : "bmc-order", engines_.order(asked_));
  }

  bool formula_helps() const {
    bool stopped = !explore_->running() && first_.reason_code == Reason::StateLimit;
    return !stopped && !met_undefined(first_) &&
           (options_.all || !open_ones(known_, asked_).empty() || finishing(*order_));
  }

  // It shows a violation, and is about to end by itself.
  static bool finishing(const Child& c) { return c.known() && !c.known()->violations.empty(); }

  bool finished() const {
    if (options_.all) return false;
    return open_ones(known_, options_.properties).empty() || (violated_ && Clock::now() > *violated_ + kGrace);
  }

  // Whoever shows a violation may say its last words: the trace becomes shorter. The others are not needed any more.
  void dismiss() {
    if (!dismissed_) dismissed_ = Clock::now();
    for (Child* c : {explore_, order_}) {
      if (!c || !c->running()) continue;
      bool decided = finishing(*c) && open_ones(*c->known(), c->known()->requested).empty();
      if (!finishing(*c) || Clock::now() > *dismissed_ + kLastWords)
        c->end(Reason::TimeLimit);
      else if (!decided)
        c->ask_to_stop(Reason::TimeLimit);
    }
  }

  trace::Result conclude() {
    bool explore_said_nothing = open_ones(first_, first_.requested).size() == first_.requested.size();
    if (order_ && explore_said_nothing && second_.requested == options_.properties &&
        second_.verdict != Verdict::Unknown && known_.verdict == second_.verdict)
      return second_;
    if (known_.verdict == Verdict::Unknown && order_) tell_both();
    return known_;
  }

  // The best of what each of them reached. More time would not help explore with an input that is too wide; what
  // stopped bmc-order may be what can be helped.
  void tell_both() {
    if (second_.reason.empty() || met_undefined(first_)) return;
    if (first_.reason_code == Reason::EngineFailed && second_.reason_code != Reason::EngineFailed) {
      known_.reason_code = second_.reason_code;
      known_.reason = second_.reason;
      known_.bound = second_.bound;
      return;
    }
    bool wide = first_.reason_code == Reason::WideInput;
    known_.reason += "; " + second_.engine + (wide ? ", which takes inputs of any width, gave up too: " : ": ");
    known_.reason += !wide && first_.reason_code == second_.reason_code ? trace::how_far(second_) : second_.reason;
    bool own_limit = budget_.limits().time.count() == 0 && second_.reason_code == Reason::TimeLimit;
    if (own_limit)
      known_.reason += " in " + std::to_string(kFormula.count() / 1000) + " s, --time-limit can give it more";
  }

  const Portfolio& engines_;
  const options::Options& options_;
  base::Budget& budget_;
  Crew& crew_;
  const Clock::time_point begun_;
  milliseconds head_start_ = kHeadStart;
  std::vector<Property> formula_, asked_;  // what bmc-order can decide; what it was asked
  Child *explore_ = nullptr, *order_ = nullptr;
  trace::Result first_, second_, known_;  // of explore, of bmc-order, of both
  std::optional<Clock::time_point> violated_, dismissed_;
};

}  // namespace

Portfolio portfolio(analysis::Analyses& analyses, const options::Options& options) {
  auto order = [&](const std::vector<Property>& asked) -> Work {
    auto run = [](const Env& env) {
      base::Budget capped = env.budget.part(1, kFormula);
      return run_provers(env.within(env.budget.limits().time.count() ? env.budget : capped));
    };
    return work(run, analyses, about(options, asked));
  };
  return {work(explore::run, analyses, options), order};
}

trace::Result run_auto(const Portfolio& engines, const options::Options& options, base::Budget& budget, Crew& crew) {
  return Auto(engines, options, budget, crew).run();
}

unsigned engines_at_once(const options::Options& options) {
  return options.jobs ? static_cast<unsigned>(options.jobs) : kSideBySide;
}

}  // namespace heddle::driver
