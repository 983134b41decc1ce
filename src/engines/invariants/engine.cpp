// SPDX-License-Identifier: GPL-3.0-or-later
#include "engines/invariants/engine.h"

#include <algorithm>

#include "engines/invariants/claims.h"
#include "engines/invariants/deadlocks.h"
#include "engines/invariants/races.h"
#include "engines/invariants/sleeps.h"
#include "engines/invariants/walk.h"

namespace heddle::invariants {

using base::Property;
using trace::Reason;

namespace {

constexpr size_t kMostPairs = 200;  // of accesses: more are not worth a list
constexpr size_t kMostRings = 32;

class Engine {
 public:
  Engine(const Env& env, Uninitialised reads) : env_(env), program_(env.program()), reads_(reads) {}

  trace::Result run() {
    result_.engine = "invariants";
    result_.requested = env_.options.properties;
    Walk walk(env_.analyses, env_.budget, reads_);
    try {
      walk.run();
      conclude(walk);
    } catch (const GivesUp& g) {
      why_ = g.unmodelled ? Reason::UnmodelledCall : Reason::NoProof;
      how_far_ = g.why;
      if (!g.name.empty()) result_.unmodelled.push_back(g.name);
    } catch (const analysis::OutOfBudget&) {
      why_ = trace::reason(env_.budget.check().value_or(base::Exceeded::Time));
    }
    result_.bound.complete = !proofs_.empty();
    trace::conclude(result_, proofs_, why_, how_far_);
    if (!proofs_.empty() && (!env_.options.witness.empty() || !env_.options.output.empty())) add_claims(walk);
    result_.stats = {{"steps", static_cast<double>(walk.steps())},
                     {"contexts", static_cast<double>(walk.contexts())},
                     {"rounds", static_cast<double>(walk.rounds())},
                     {"threads", static_cast<double>(walk.threads().size())},
                     {"accesses", static_cast<double>(walk.accesses().size())}};
    return std::move(result_);
  }

 private:
  // A proof is worth as much without them.
  void add_claims(const Walk& walk) {
    try {
      result_.claims = claims(walk, env_.analyses);
    } catch (const analysis::OutOfBudget&) {}
  }

  bool wanted(Property p) const {
    const auto& all = env_.options.properties;
    return std::find(all.begin(), all.end(), p) != all.end();
  }

  void conclude(const Walk& walk) {
    if (reads_ == Uninitialised::AnyValue && !knows_what_is_read(walk)) return;
    if (walk.doubt()) assumed_at_ = model::position_text(program_, *walk.doubt());
    if (!assumed_at_.empty() && env_.options.strict)
      return give_up("a memory error at " + assumed_at_ + " cannot be excluded, and --strict forbids to assume that");
    result_.suspicions.safe_memory_assumed_at = assumed_at_;
    if (wanted(Property::UnreachCall)) {
      for (const ErrorCall& e : walk.failures()) suspect(Property::UnreachCall, {place(e.pos, "error", e.event)});
      if (!walk.failures().empty())
        give_up("the error call at " + model::position_text(program_, walk.failures()[0].pos) + " cannot be excluded");
      else
        proves(Property::UnreachCall, {"no way leads to an error call", "invariants",
                                       trace::Looked{"contexts", walk.steps(), walk.contexts(), 0, 0}});
    }
    conclude_races(walk);
    if (wanted(Property::NoDeadlock)) conclude_deadlocks(walk);
  }

  // Somebody has met a use of something that was never initialised. It has to be one that this analysis knows of.
  bool knows_what_is_read(const Walk& walk) {
    if (env_.options.strict) {
      give_up("--strict forbids to take what is not initialised for any value");
    } else if (walk.without_value()) {
      give_up("something that has no value may be used at " + model::position_text(program_, *walk.without_value()));
    } else if (!walk.reads_uninitialised()) {
      give_up("nothing that this analysis knows of is read before it is initialised");
    } else {
      return true;
    }
    return false;
  }

  // Which accesses race with nothing is told whatever is asked: it helps those who look for something else, too.
  void conclude_races(const Walk& walk) {
    if (walk.hands_over_weakly()) {
      if (wanted(Property::NoDataRace))
        give_up("an address is handed over at " + model::position_text(program_, *walk.hands_over_weakly()) +
                " without ordering what it leads to");
      return;
    }
    const SuspectPairs found = suspects(walk.accesses(), walk.threads(), kMostPairs);
    const std::vector<SuspectPair>& left = found.some;
    for (const SuspectPair& s : left) suspect(Property::NoDataRace, {place(s.first), place(s.second)});
    const trace::Shown shown{
        "conflicting accesses are ordered by locks, starts or ends of threads" +
            (left.empty() ? "" : ", but for " + std::to_string(left.size()) + " pairs that are suspected"),
        "invariants", trace::Looked{"pairs of accesses", walk.steps(), found.looked_at, left.size(), !found.all},
        assumed_at_};
    if (found.all) result_.suspicions.whole.emplace(Property::NoDataRace, shown);
    if (!wanted(Property::NoDataRace)) return;
    if (left.empty())
      proves(Property::NoDataRace, shown);
    else
      give_up("a data race between " + words(left[0].first) + " and " + words(left[0].second) + " cannot be excluded");
  }

  void conclude_deadlocks(const Walk& walk) {
    if (!walk.other_waits().empty()) return give_up("no word on deadlocks because of " + walk.other_waits());
    auto no_word = [&](const std::string& why, const model::Position& at) {
      give_up("no word on deadlocks because of " + why + " at " + model::position_text(program_, at));
    };
    const Rings rings = rings_of_waits(walk.waits(), walk.threads(), kMostRings);
    for (const std::vector<Wait>& ring : rings.some) {
      std::vector<trace::SuspectPlace> waits;
      for (const Wait& w : ring) waits.push_back(place(w.pos, "wait", w.event));
      suspect(Property::NoDeadlock, std::move(waits));
    }
    if (!rings.some.empty())
      return give_up("a deadlock with the wait at " + model::position_text(program_, rings.some[0].front().pos) +
                     " cannot be excluded");
    if (!rings.all) return give_up("locks are taken in too many orders");
    if (somebody_sleeps(walk)) {
      for (const Wait& w : walk.waits())
        if (w.end_of && !w.held.empty()) return no_word("a wait for the end of a thread with a lock", w.pos);
      if (const std::optional<Rest> r = rest_for_ever(walk)) return no_word(what_waits(*r), r->pos);
    }
    proves(Property::NoDeadlock, {"there is an order in which all locks are taken, and nobody sleeps for ever",
                                  "invariants", trace::Looked{"waits", walk.steps(), walk.waits().size(), 0, 0}});
  }

  static bool somebody_sleeps(const Walk& walk) {
    return std::any_of(walk.rests().begin(), walk.rests().end(),
                       [](const Rest& r) { return r.kind == Rest::OnCondition || r.kind == Rest::Otherwise; });
  }

  static std::string what_waits(const Rest& r) {
    switch (r.kind) {
      case Rest::OnCondition: return "a wait on a condition variable";
      case Rest::Otherwise: return "a wait that is not for a lock";
      case Rest::Join: return "threads that may sleep, and the wait for an end";
      case Rest::End: return "threads that may sleep when main has ended,";
    }
    return "";
  }

  std::string words(const Access& a) const {
    return std::string(a.write ? "the write at " : "the read at ") + model::position_text(program_, a.pos);
  }

  trace::SuspectPlace place(const Access& a) const { return place(a.pos, a.write ? "write" : "read", a.event); }
  trace::SuspectPlace place(const model::Position& p, const char* access, model::EventId event) const {
    return {program_.files[p.file], p.line, p.column, access, event};
  }
  void suspect(Property p, std::vector<trace::SuspectPlace> places) {
    result_.suspicions.all.push_back({p, std::move(places)});
  }

  void give_up(const std::string& how_far) {
    why_ = Reason::NoProof;
    how_far_ = how_far;
  }

  void proves(Property p, const trace::Shown& part) {
    trace::Certified by;
    by.argument = "by an analysis of every thread for itself, whatever the number of threads and rounds";
    by.parts = {part};
    by.safe_memory_assumed_at = assumed_at_;
    by.for_any_value = reads_ == Uninitialised::AnyValue;
    if (std::optional<trace::Complete> proof = trace::Complete::of(std::move(by))) proofs_.emplace(p, *proof);
  }

  const Env& env_;
  const model::Program& program_;
  const Uninitialised reads_;
  trace::Result result_;
  Reason why_ = Reason::NoProof;
  std::string how_far_, assumed_at_;
  trace::Proofs proofs_;
};

}  // namespace

trace::Result run(const Env& env) { return Engine(env, Uninitialised::NoValue).run(); }

trace::Result run_for_any_value(const Env& env) {
  trace::Result r = Engine(env, Uninitialised::AnyValue).run();
  r.suspicions = {};  // who hears of them goes by executions that read nothing of the kind
  return r;
}

trace::Claims claims_of(const analysis::Analyses& analyses, base::Budget& budget) {
  Walk walk(analyses, budget);
  try {
    walk.run();
    return claims(walk, analyses);
  } catch (const GivesUp&) {
    return {};
  } catch (const analysis::OutOfBudget&) {
    return {};
  }
}

}  // namespace heddle::invariants
