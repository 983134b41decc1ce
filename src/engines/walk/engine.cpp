// SPDX-License-Identifier: GPL-3.0-or-later
// The walks begin short and get longer as long as they are cut: most bugs are near the beginning of a program, and a
// program that never ends would otherwise be walked once. The numbers are the same in every run.
#include "engines/walk/engine.h"

#include <algorithm>
#include <set>

#include "base/memory_safety.h"
#include "base/progress.h"
#include "engines/walk/shorten.h"
#include "engines/walk/walker.h"
#include "semantics/explain.h"

namespace heddle::walk {

using base::Property;
using trace::Reason;
using namespace std::chrono_literals;

namespace {

constexpr unsigned kEnoughCuts = 200;  // walks in a row that came to a call without a model, or to too many threads
constexpr size_t kShort = 500, kLong = 400'000;
constexpr std::chrono::milliseconds kLeastForTelling{500};
constexpr std::chrono::milliseconds kWithoutLimit{60'000};  // how long it walks when the user has set no limit
constexpr double kGrace = 0.5;                              // seconds, and as long again as the first violation took

class Engine {
 public:
  explicit Engine(const Env& env)
      : env_(env),
        budget_(env.budget.part(1, env.budget.limits().time.count() ? env.budget.limits().time : kWithoutLimit)),
        walker_(env.program(),
                {[this](Property p) { return asks(p); }, [this](const std::string& key) { return !seen_.count(key); }},
                budget_),
        progress_(env.options.progress && !env.options.quiet, "walk", budget_) {
    result_.engine = "walk";
    result_.requested = env.options.properties;
    if (!env.suspicions) return;
    targets_.races = trace::Suspects(*env.suspicions, Property::NoDataRace);
    targets_.waits = trace::Suspects(*env.suspicions, Property::NoDeadlock);
  }

  trace::Result run() {
    base::Random random(env_.options.seed + 1);
    size_t longest = kShort, usual = kShort / 2;
    while (asks_something() && cuts_ < kEnoughCuts && !past_grace() && !budget_.check_now()) {
      WhoSteps who(random, walks_, usual, targets_);
      findings_.clear();
      walker_.walk(who, random, longest, [this](Finding&& f) {
        if (seen_.insert(f.key).second) findings_.push_back(std::move(f));
      });
      ++walks_;
      cuts_ = walker_.was_cut() ? cuts_ + 1 : 0;
      steps_ += walker_.steps();
      usual = (3 * usual + walker_.steps()) / 4;
      if (walker_.steps() >= longest) longest = std::min(kLong, longest + longest / 4);
      for (Finding& f : findings_) show(f);
      progress_.say_sometimes([&] { return std::to_string(walks_) + " walks, " + std::to_string(steps_) + " steps"; });
    }
    return conclude(result_);
  }

 private:
  bool asks(Property p) const {
    const std::vector<Property>& all = env_.options.properties;
    // Undefined behaviour is told, whatever is asked.
    if (p == Property::ValidMemsafety && (!has_met(true) || !has_met(false))) return true;
    if (std::find(all.begin(), all.end(), p) == all.end()) return false;
    return env_.options.all || !violated_.count(p);
  }

  // A read of memory that was never initialised, or anything else undefined: a proof may stand beside the one and not
  // beside the other.
  bool has_met(bool uninitialised_read) const {
    const std::vector<trace::Violation>& all = result_.undefined_behaviour;
    return std::any_of(all.begin(), all.end(), [&](const trace::Violation& v) {
      return base::is_uninitialised_read(v.kind) == uninitialised_read;
    });
  }

  bool asks_something() const {
    return std::any_of(env_.options.properties.begin(), env_.options.properties.end(), [this](Property p) {
      return p != Property::Termination && (env_.options.all || !violated_.count(p));
    });
  }

  // After the first violation the other properties are still looked at, but not at any price.
  bool past_grace() const {
    return !env_.options.all && first_at_ > 0 && budget_.elapsed_seconds() > 2 * first_at_ + kGrace;
  }

  void show(Finding& f) {
    if (!asks(f.property)) return;
    if (f.property == Property::ValidMemsafety && !env_.options.all && has_met(base::is_uninitialised_read(f.kind)))
      return;
    shorten(walker_, f, std::chrono::milliseconds(env_.options.all ? 100ms : 400ms));
    base::Budget telling = budget_.rest(kLeastForTelling);
    std::optional<trace::Violation> v = explain(f, {nullptr, &telling});
    if (!v) {
      ++unconfirmed_;
      return;
    }
    const bool wanted =
        std::count(result_.requested.begin(), result_.requested.end(), f.property) > 0 &&
        (f.property != Property::ValidMemsafety || (env_.options.memory_safety & base::memory_safety_part(v->kind)));
    if (wanted) violated_.insert(f.property);
    if (wanted && first_at_ == 0) first_at_ = budget_.elapsed_seconds();
    (wanted ? result_.violations : result_.undefined_behaviour).push_back(std::move(*v));
    if (env_.tell) env_.tell(conclude(result_));
  }

  std::optional<trace::Violation> explain(const Finding& f, const semantics::Explaining& how) const {
    const semantics::MakeMachine make = walker_.make_machine();
    switch (f.property) {
      case Property::NoDeadlock: return semantics::explain_deadlock(make, f.moves, f.threads, how);
      case Property::NoDataRace: return semantics::explain_unordered(make, f.moves, how);
      default: return semantics::explain_fault(make, f.moves, f.kind, how);
    }
  }

  trace::Result conclude(trace::Result r) const {
    if (!r.violations.empty()) r.validated = "simulated";
    r.bound.threads = walker_.most_threads();
    std::string far = std::to_string(walks_) + (walks_ == 1 ? " walk" : " walks") + ", " +
                      std::to_string(walker_.most_threads()) + " threads";
    if (cuts_) far += "; the last ones were cut by a call without a model, or by too many threads at once";
    if (unconfirmed_) far += "; a suspected violation could not be repeated";
    std::optional<base::Exceeded> spent = budget_.check_now();
    trace::conclude(r, {}, spent ? trace::reason(*spent) : Reason::NotChecked, far);
    r.stats = {{"walks", walks_}, {"steps", static_cast<double>(steps_)}};
    return r;
  }

  const Env& env_;
  mutable base::Budget budget_;
  Walker walker_;
  Targets targets_;
  base::Progress progress_;
  trace::Result result_;
  std::vector<Finding> findings_;  // of one walk
  std::set<std::string> seen_;     // their keys
  std::set<Property> violated_;
  unsigned walks_ = 0, unconfirmed_ = 0, cuts_ = 0;
  uint64_t steps_ = 0;
  double first_at_ = 0;  // when the first violation was found
};

}  // namespace

trace::Result run(const Env& env) { return Engine(env).run(); }

}  // namespace heddle::walk
