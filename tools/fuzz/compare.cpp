// SPDX-License-Identifier: GPL-3.0-or-later
// An exact contestant must answer exactly what the oracle answers; another one may be unsure, but what it says must be
// so. Where no state shows a race but the program has weak atomics or attempts to lock (judge/enumerator/weak_order.h),
// the oracle looks at what happens before what in all executions. Only if that takes too long may a contestant say what
// it likes, as long as the oracle's random walks do not find a race where there is to be none.
#include "compare.h"

#include <algorithm>

#include "analysis/prepare.h"
#include "base/budget.h"
#include "base/check.h"
#include "judge/enumerator/happens_before.h"
#include "judge/enumerator/weak_order.h"

namespace heddle::fuzz {

using base::Property;
using options::Fairness;
using oracle::Answer;
using trace::Verdict;

namespace {

Answer expected(const oracle::Report& r, Property p, Fairness fairness) {
  switch (p) {
    case Property::UnreachCall: return r.unreach_call;
    case Property::NoDataRace: return r.no_data_race;
    case Property::NoDeadlock: return r.no_deadlock;
    case Property::Termination: return fairness == Fairness::Strong ? r.termination_strong : r.termination_weak;
    default: return r.valid_memsafety;
  }
}

Verdict verdict(const trace::Result& r, Property p) {
  auto found = r.properties.find(p);
  return found == r.properties.end() ? Verdict::Unknown : Verdict(found->second);
}

// The interpreter of the engines gives the bytes of a lock no value, and says so; the oracle does.
bool reads_a_lock(const trace::Result& r) {
  return r.reason_code == trace::Reason::Unsupported && r.reason.find("also accessed as memory") != std::string::npos;
}

// The oracle follows calls to a certain depth only.
bool only_recursion_goes_on(const trace::Result& r) {
  return std::all_of(r.violations.begin(), r.violations.end(), [](const trace::Violation& v) {
    return v.kind == "livelock" && v.message.find("grows with each round") != std::string::npos;
  });
}

}  // namespace

Comparison::Prepared::Prepared(const model::Program& p) : program(p), analyses(analysis::prepare(program)) {}

Comparison::Comparison(const model::Program& p, const model::Program* wide, bool more)
    : raw_(p),
      narrow_(p),
      wide_(wide ? std::make_unique<Prepared>(*wide) : nullptr),
      more_(more),
      enumerated_(oracle::enumerate(p, {most_states})),
      report_(enumerated_) {
  if (report_.complete && report_.no_data_race != Answer::False && oracle::has_weak_order(p)) look_for_unordered();
}

// No state shows a race; but do weak operations keep accesses apart that nothing orders?
void Comparison::look_for_unordered() {
  Answer all = oracle::unordered_races(raw_, {most_states / 8});
  if (all == Answer::Unknown && oracle::random_runs_race(raw_, 1, 20, 300, oracle::Atomics::AsWritten))
    all = Answer::False;
  if (all == Answer::False) report_.no_data_race = Answer::False;
  race_may_be_undefined_ = all == Answer::False && !report_.undefined.empty();
  race_open_ = all == Answer::Unknown;
}

Findings Comparison::oracle_against_itself() const {
  Findings out;
  if (report_.no_data_race == Answer::True && !race_open_ && oracle::random_runs_race(raw_, 1, 20, 300))
    out.statements.push_back({"", "", "no-data-race", "true", "unordered accesses",
                              "the oracle's own random runs with vector clocks", true});
  return out;
}

bool Comparison::agrees(Property p, Answer oracle, Verdict said) const {
  // leaks are nobody's matter here
  if (p == Property::ValidMemsafety) return (oracle == Answer::False) == (said == Verdict::False);
  if (p == Property::NoDataRace && race_open_) return true;
  if (p == Property::NoDataRace && race_may_be_undefined_ && said == Verdict::Unknown) return true;
  switch (said) {
    case Verdict::True: return oracle == Answer::True;
    case Verdict::False: return oracle == Answer::False;
    case Verdict::Unknown: return oracle == Answer::Unknown;
  }
  return false;
}

// The enumerator stops where a value is used that was never initialised. An engine may see behind it what happens
// whatever the value is: that must happen with each of these values, too.
bool Comparison::happens_with_every_fill(Property p) {
  auto uninitialised = [](const std::string& what) { return what.find("an uninitialised value") != std::string::npos; };
  if (!report_.complete || std::none_of(report_.undefined.begin(), report_.undefined.end(), uninitialised))
    return false;
  for (uint8_t fill : {0x00, 0x01, 0x5a, 0xff})
    if (with_fill_.count(fill) == 0) {
      oracle::Limits limits{most_states};
      limits.termination = false;
      limits.fill = fill;
      with_fill_[fill] = oracle::enumerate(raw_, limits);
    }
  return std::all_of(with_fill_.begin(), with_fill_.end(), [&](const auto& with) {
    const oracle::Report& r = with.second;
    const bool apart = p == Property::NoDataRace && oracle::has_weak_order(raw_);  // no state need show it
    return !r.complete || apart || expected(r, p, Fairness::Strong) == Answer::False;
  });
}

bool Comparison::contradicts(const Question& q, Property p, Answer wanted, const trace::Result& r) {
  const Verdict said = verdict(r, p);
  if (wanted == Answer::Unknown && said == Verdict::False && happens_with_every_fill(p)) return false;
  if (q.exact) {
    if (said == Verdict::Unknown && (reads_a_lock(r) || r.reason_code == trace::Reason::TimeLimit)) return false;
    return !agrees(p, wanted, said);
  }
  if (r.reason.find("could not be repeated") != std::string::npos) return true;
  if (said == Verdict::Unknown || (said == Verdict::False && more_)) return false;
  // A proof that assumes safe memory says nothing where something undefined happens.
  if (wanted == Answer::Unknown && !trace::safe_memory_assumed_at(r, p).empty()) return false;
  if (wanted == Answer::Unknown && said == Verdict::False && only_recursion_goes_on(r)) return false;
  return !agrees(p, wanted, said);
}

void Comparison::ask(const Contestant& c, const Question& q, Findings& out) {
  const auto time = std::chrono::duration_cast<std::chrono::milliseconds>(q.time * (q.exact ? 1 : patience));
  base::Budget budget({time, 0, q.exact ? 4 * most_states : 0});
  try {
    const trace::Result r = q.run({q.exact ? *narrow_.analyses : wide(), q.options, budget});
    if (c.replays)
      for (auto* list : {&r.violations, &r.undefined_behaviour})
        out.to_replay.insert(out.to_replay.end(), list->begin(), list->end());
    for (Property p : q.options.properties) {
      const Answer wanted = expected(report_, p, q.options.fairness);
      std::string name = text(p);
      if (p == Property::Termination) name += q.options.fairness == Fairness::Weak ? " (weak)" : " (strong)";
      out.statements.push_back(
          {c.name, q.setting, name, text(wanted), text(verdict(r, p)), r.reason, contradicts(q, p, wanted, r)});
    }
  } catch (const std::exception& e) {
    out.statements.push_back({c.name, q.setting, "crash", "", e.what(), "", true});
  }
}

Findings Comparison::ask(const Contestant& c) {
  Findings out;
  if (c.more) c.more(*this, out);
  for (const Question& q : c.questions) ask(c, q, out);
  return out;
}

}  // namespace heddle::fuzz
