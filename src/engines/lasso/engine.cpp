// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/lasso/engine.h"

#include <algorithm>

#include "analysis/prepare.h"
#include "base/progress.h"
#include "engines/lasso/walks.h"
#include "engines/lasso/witness.h"
#include "sequential/idle_counters.h"
#include "sequential/sequentialize.h"

namespace heddle::lasso {

using base::Property;
using trace::Reason;

namespace {

// Rounds of the stem, rounds of the loop, iterations of each loop of the program: most livelocks need few of each.
struct Stage {
  unsigned stem, loop, unwind, blocks;
  bool all_start;  // main starts all its threads first, which makes it easier to see who they are
};
constexpr Stage kStages[] = {{1, 1, 2, 4, true},  {1, 1, 3, 4, true},  {1, 1, 3, 4, false}, {1, 2, 3, 4, true},
                             {2, 2, 3, 5, false}, {2, 2, 4, 6, false}, {2, 3, 4, 6, false}, {3, 3, 5, 8, false},
                             {3, 4, 6, 8, false}, {4, 4, 7, 8, false}, {5, 5, 8, 8, false}, {6, 6, 10, 8, false}};
constexpr unsigned kMostThreads = 40;
constexpr double kShareOfWalks = .25;
constexpr std::chrono::milliseconds kLongestWalks{1000};

class Engine {
 public:
  Engine(const Env& env, const Check& check)
      : env_(env), check_(check), progress_(env.options.progress && !env.options.quiet, "lasso", env.budget) {}

  trace::Result run() {
    result_.engine = "lasso";
    result_.requested = env_.options.properties;
    const bool asked = std::count(result_.requested.begin(), result_.requested.end(), Property::Termination) > 0;
    if (asked) search();
    for (const trace::Violation& v : result_.violations)  // walks do not count threads beforehand
      threads_ = std::max(threads_, static_cast<unsigned>(v.trace.threads.size()));
    result_.bound.threads = threads_;
    if (done_.stem) result_.bound.unwind = done_.unwind;
    if (!result_.violations.empty()) result_.validated = "simulated";
    trace::conclude(result_, {}, why_, how_far_);
    result_.stats = std::move(stats_);
    return std::move(result_);
  }

 private:
  void search() {
    if (!env_.options.contexts && walks()) return;
    threads_ = std::min(threads_seen(env_.analyses, env_.budget), kMostThreads);
    for (const Stage& stage : kStages) {
      Stage now = stage;
      if (env_.options.unwind) now.unwind = static_cast<unsigned>(env_.options.unwind);
      if (env_.options.contexts && now.stem + now.loop > env_.options.contexts) break;
      try {
        if (look(now)) return;
      } catch (const sequential::Unsupported& e) {
        why_ = Reason::Unsupported;
        how_far_ = std::string(e.what()) + "; " + reached();
        return;
      } catch (const analysis::OutOfBudget& e) {
        why_ = trace::reason(e.limit);
        how_far_ = reached();
        return;
      }
      if (auto exceeded = env_.budget.check_now()) {
        why_ = trace::reason(*exceeded);
        how_far_ = reached();
        return;
      }
      done_ = now;
    }
    why_ = Reason::BoundReached;
    how_far_ = reached() + unconfirmed_;
  }

  // Where a bound was asked for, the formula alone looks.
  bool walks() {
    base::Budget budget = env_.budget.part(kShareOfWalks, kLongestWalks);
    Walked walked = walk(env_.analyses, env_.options.fairness == options::Fairness::Strong,
                         sequential::idle_counters(env_.analyses), budget);
    note("walks", walked.walks);
    if (!walked.livelock) return false;
    note("stem_rounds", walked.stem_rounds);
    note("loop_rounds", walked.loop_rounds);
    result_.violations.push_back(std::move(*walked.livelock));
    return true;
  }

  std::string reached() const {
    if (!done_.stem) return "one round of turns and one that is repeated were not searched to their end";
    return "no fair execution without end within " + std::to_string(done_.stem) + " + " + std::to_string(done_.loop) +
           " rounds, " + std::to_string(done_.unwind) + " iterations of a loop in them, " + std::to_string(threads_) +
           " threads";
  }

  bool look(const Stage& stage) {
    progress_.say("looks at " + std::to_string(stage.stem) + " + " + std::to_string(stage.loop) + " rounds, " +
                  std::to_string(stage.unwind) + " iterations of a loop in them");
    sequential::Settings settings;
    settings.stem = stage.stem;
    settings.loop = stage.loop;
    settings.threads = std::max(threads_, 1u);
    settings.blocks = stage.blocks;
    settings.all_start = stage.all_start;
    settings.strong = env_.options.fairness == options::Fairness::Strong;
    sequential::Sequential s = sequential::sequentialize(env_.analyses, settings);
    std::unique_ptr<analysis::Analyses> analyses = analysis::prepare(s.program, analysis::Patience(&env_.budget));
    options::Options options = env_.options;
    options.properties = {Property::UnreachCall};
    options.unwind = stage.unwind;
    options.all = false;
    const trace::Result found = check_({*analyses, options, env_.budget, {}});
    for (const auto& [name, value] : found.stats)
      if (name == "variables" || name == "clauses" || name == "conflicts") note(name, value);
    note("stem_rounds", stage.stem);
    note("loop_rounds", stage.loop);
    note("unwind", stage.unwind);
    for (const trace::Violation& v : found.violations) {
      std::optional<trace::Violation> livelock = take_back(env_.analyses, s, v.trace.inputs, env_.budget);
      if (livelock) {
        result_.violations.push_back(std::move(*livelock));
        return true;
      }
      unconfirmed_ = "; a suspected livelock could not be repeated";
    }
    return false;
  }

  void note(const std::string& name, double value) {
    for (auto& [known, v] : stats_)
      if (known == name) {
        v = value;
        return;
      }
    stats_.emplace_back(name, value);
  }

  const Env& env_;
  const Check& check_;
  base::Progress progress_;
  trace::Result result_;
  unsigned threads_ = 1;
  Stage done_{0, 0, 0, 0, false};
  Reason why_ = Reason::NotChecked;
  std::string how_far_, unconfirmed_;
  std::vector<std::pair<std::string, double>> stats_;
};

}  // namespace

trace::Result run(const Env& env, const Check& check) { return Engine(env, check).run(); }

}  // namespace heddle::lasso
