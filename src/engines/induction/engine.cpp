// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/induction/engine.h"

#include <algorithm>

#include "base/progress.h"
#include "engines/induction/certificate.h"
#include "engines/induction/induction.h"
#include "smt/z3/watch.h"
#include "symbolic/flow/certificate.h"
#include "symbolic/flow/claims.h"

namespace heddle::induction {

using base::Property;
using trace::Reason;

namespace {

constexpr const char* kSolver = "Z3";

class Engine {
 public:
  explicit Engine(const Env& env)
      : program_(env.program()),
        analyses_(env.analyses),
        options_(env.options),
        budget_(env.budget),
        progress_(options_.progress && !options_.quiet, "induction", env.budget) {}

  trace::Result run() {
    result_.engine = "induction";
    result_.requested = options_.properties;
    try {
      z3::Watch watch(context_, stop_);
      find_invariant();
    } catch (const flow::TooLarge& e) {
      give_up(Reason::Unsupported, e.what());
    } catch (const Stopped&) {
      give_up(Reason::TimeLimit, "");
    } catch (const z3::Error& e) {
      give_up(Reason::Unsupported, std::string("Z3 says: ") + e.what());
    }
    if (stopped() && proofs_.empty()) why_ = what_stopped();
    result_.bound.complete = !proofs_.empty();
    trace::conclude(result_, proofs_, why_, how_far_);
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

  // Looks for facts that every step keeps; what they exclude is proven.
  void find_invariant() {
    flow::Plan plan;
    // The judge of a certificate decides for itself what others can notice, and wants a rest in front of each of these.
    const flow::Options how{options_.certificate ? nullptr : &analyses_.visible()};
    std::optional<Flow> made = flow::build(program_, analyses_.points_to_if_modelled(), context_, plan, stop_, how);
    if (!made) return give_up(Reason::Unsupported, "the program is too large");
    result_.stats = {{"roles", static_cast<double>(made->roles.size())},
                     {"nodes", static_cast<double>(made->rests.size())},
                     {"shared", static_cast<double>(made->shared.size())}};
    progress_.say("looks for facts that " + std::to_string(made->rests.size()) + " places keep");
    Induction induction(context_, *made, program_.constants, stop_);
    struct Noting {  // also when it stops
      double& into;
      const Induction& from;
      ~Noting() { into = from.questions(); }
    } noting{questions_, induction};
    auto possible = [&](bool failure) { return induction.possible(failure).found.has_value(); };
    LastSweep last =
        induction.run([&] { return possible(false) || (!wanted(Property::NoDataRace) && possible(true)); });
    Sought<const Fault*> undefined = induction.possible(false);
    if (undefined.found) return cannot_exclude((*undefined.found)->what, (*undefined.found)->pos);
    trace::Certified so_far;
    so_far.argument = "by induction over the steps, whatever the number of threads and rounds";
    so_far.facts = {"of " + std::to_string(made->shared.size()) + " shared variables and of the threads at " +
                    std::to_string(made->rests.size()) + " places"};
    looked_at_ = made->rests.size() + 1;  // the facts of all, and those of the threads at each place
    so_far.parts = {
        {"every step keeps the facts", kSolver, trace::Opposite{looked_at_, last.broken}},
        {"nothing undefined happens where they hold", kSolver, trace::Opposite{looked_at_, undefined.answer}}};
    if (wanted(Property::UnreachCall)) {
      Sought<const Fault*> failure = induction.possible(true);
      if (failure.found)
        cannot_exclude((*failure.found)->what, (*failure.found)->pos);
      else
        excludes(Property::UnreachCall, so_far, failure.answer);
    }
    if (wanted(Property::NoDataRace)) {
      if (auto weak = analyses_.first_weak_operation()) {
        give_up(Reason::WeakAtomics, *weak + " may order nothing else; engine explore knows more");
      } else if (auto race = induction.race(); race.found) {
        cannot_exclude("a data race", race.found->first->pos);
      } else {
        excludes(Property::NoDataRace, so_far, race.answer);
      }
    }
    if (options_.certificate && !proofs_.empty() && flow::can_be_judged(*made, plan))
      write_certificate(*made, plan, induction);
    if (proofs_.empty() || (options_.witness.empty() && options_.output.empty())) return;
    try {
      flow::Sayable sayable(analyses_, made->shared);
      for (const z3::Term& fact : induction.facts_of_all()) sayable.say(fact);
      result_.claims = sayable.take();
    } catch (const analysis::OutOfBudget&) {  // a proof is worth as much without claims
    }
  }

  void write_certificate(const Flow& made, const flow::Plan& plan, const Induction& induction) {
    std::vector<Property> proven;
    for (const auto& [p, proof] : proofs_) proven.push_back(p);
    result_.certificates.push_back(
        {"invariant", proven, certificate(program_, made, plan, analyses_.points_to_if_modelled(), induction)});
  }

  // No violation was found among what the facts allow; whether that proves anything is for the answers to say.
  void excludes(Property p, trace::Certified by, trace::Answer violation) {
    by.parts.push_back(
        {std::string("they exclude a violation of ") + text(p), kSolver, trace::Opposite{looked_at_, violation}});
    if (std::optional<trace::Complete> proof = trace::Complete::of(std::move(by))) proofs_.emplace(p, *proof);
  }

  const model::Program& program_;
  const analysis::Analyses& analyses_;
  const options::Options& options_;
  base::Budget& budget_;
  base::Progress progress_;
  z3::Context context_;
  const std::function<bool()> stop_ = [this] { return stopped(); };
  trace::Result result_;
  uint64_t looked_at_ = 0;
  Reason why_ = Reason::NoProof;
  std::string how_far_;
  double questions_ = 0;
  trace::Proofs proofs_;
};

}  // namespace

trace::Result run(const Env& env) { return Engine(env).run(); }

}  // namespace heddle::induction
