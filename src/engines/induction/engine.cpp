// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/induction/engine.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "analysis/weak_operations.h"
#include "base/progress.h"
#include "engines/induction/builder.h"
#include "engines/induction/induction.h"

namespace heddle::induction {

using base::Property;
using trace::Reason;
using trace::Verdict;

namespace {

constexpr int kMostBeginnings = 200;

// Tells Z3, whatever it is at, that time is over. A time limit for each question would cost more than most questions.
class Watch {
 public:
  Watch(z3::context& context, const std::function<bool()>& over)
      : thread_([this, &context, &over] {
          std::unique_lock lock(mutex_);
          while (!done_.wait_for(lock, std::chrono::milliseconds(50), [this] { return finished_; }))
            if (over()) context.interrupt();
        }) {}
  ~Watch() {
    {
      std::lock_guard lock(mutex_);
      finished_ = true;
    }
    done_.notify_one();
    thread_.join();
  }

 private:
  std::mutex mutex_;
  std::condition_variable done_;
  bool finished_ = false;
  std::thread thread_;
};

class Engine {
 public:
  Engine(const model::Program& p, const options::Options& o, base::Budget& b)
      : program_(p), options_(o), budget_(b), progress_(o.progress && !o.quiet, "induction") {}

  trace::Result run() {
    result_.engine = "induction";
    result_.requested = options_.properties;
    for (Property p : options_.properties) result_.properties[p] = Verdict::Unknown;
    bool invariant = false;
    try {
      Watch watch(context_, stop_);
      invariant = find_invariant();
    } catch (const TooLarge& e) {
      give_up(Reason::Unsupported, e.what());
    } catch (const Stopped&) {
      give_up(Reason::TimeLimit, "");
    } catch (const z3::exception& e) {
      give_up(Reason::Unsupported, std::string("Z3 says: ") + e.msg());
    }
    if (stopped() && !holds_) why_ = what_stopped();
    trace::conclude(result_, trace::Complete::by_invariant(invariant, holds_), why_, how_far_);
    result_.stats.push_back({"questions", questions_});
    return std::move(result_);
  }

 private:
  bool wanted(Property p) const {
    return std::find(options_.properties.begin(), options_.properties.end(), p) != options_.properties.end();
  }

  bool stopped() { return budget_.check_now().has_value(); }

  Reason what_stopped() { return trace::reason(budget_.check().value_or(base::Exceeded::Time)); }

  void give_up(Reason why, const std::string& how_far) {
    why_ = why;
    how_far_ = how_far;
  }

  void cannot_exclude(const std::string& what, model::Position pos) {
    give_up(Reason::NoProof, (what.empty() ? "the error call" : what) + " at " + model::position_text(program_, pos) +
                                 " cannot be excluded");
  }

  std::optional<Flow> flow() {
    analysis::PointsTo points_to(program_, analysis::PointsTo::Unmodelled::Ends);
    Plan plan;
    for (int k = 0; k < kMostBeginnings; ++k)
      if (std::optional<Flow> flow = Builder(program_, points_to, context_, plan, stop_).run()) return flow;
    return std::nullopt;
  }

  // Whether there is one; what it excludes, is no longer unknown in result_.
  bool find_invariant() {
    std::optional<Flow> made = flow();
    if (!made) return give_up(Reason::Unsupported, "the program is too large"), false;
    result_.stats = {{"roles", static_cast<double>(made->roles.size())},
                     {"nodes", static_cast<double>(made->nodes.size())},
                     {"shared", static_cast<double>(made->shared.size())}};
    Induction induction(context_, *made, program_.constants, stop_);
    struct Noting {  // also when it stops
      double& into;
      const Induction& from;
      ~Noting() { into = from.questions(); }
    } noting{questions_, induction};
    bool invariant = induction.run(
        [&] { return induction.possible(false) || (!wanted(Property::NoDataRace) && induction.possible(true)); });
    if (const Fault* f = induction.possible(false)) {
      cannot_exclude(f->what, f->pos);
      return invariant;
    }
    if (wanted(Property::UnreachCall)) {
      if (const Fault* f = induction.possible(true))
        cannot_exclude(f->what, f->pos);
      else
        excludes(Property::UnreachCall);
    }
    if (wanted(Property::NoDataRace)) {
      if (auto weak = analysis::first_weak_operation(program_))
        give_up(Reason::WeakAtomics, *weak + " may order nothing else; engine explore knows more");
      else if (auto pair = induction.race())
        cannot_exclude("a data race", pair->first->pos);
      else
        excludes(Property::NoDataRace);
    }
    return invariant;
  }

  void excludes(Property p) {
    holds_ = result_.bound.complete = true;
    result_.properties.erase(p);
  }

  const model::Program& program_;
  const options::Options& options_;
  base::Budget& budget_;
  base::Progress progress_;
  z3::context context_;
  const std::function<bool()> stop_ = [this] { return stopped(); };
  trace::Result result_;
  Reason why_ = Reason::NoProof;
  std::string how_far_;
  double questions_ = 0;
  bool holds_ = false;  // one of the properties
};

}  // namespace

trace::Result run(const model::Program& program, const options::Options& options, base::Budget& budget) {
  return Engine(program, options, budget).run();
}

}  // namespace heddle::induction
