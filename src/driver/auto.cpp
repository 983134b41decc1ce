// SPDX-License-Identifier: GPL-3.0-or-later
// A short explore decides most programs and finds most bugs. What it leaves open goes to bmc-order, which does not mind wide inputs
// nor many interleavings; what that leaves open gets the rest of the time with explore. Where the short explore met something undefined, nothing
// can be proven any more: explore goes on at once and looks for violations. Where it could not try all values of an input, more time is of no use to
// it: bmc-order gets the rest.
#include "driver/auto.h"

#include <algorithm>

#include "driver/proofs.h"
#include "engines/explore/engine.h"

namespace heddle::driver {

using base::Property;
using trace::Verdict;

namespace {

constexpr std::chrono::milliseconds kShort{5000}, kFormula{60000};

std::vector<Property> open_ones(const trace::Result& r, const std::vector<Property>& of) {
  std::vector<Property> open;
  for (Property p : of)
    if (auto it = r.properties.find(p); it != r.properties.end() && it->second == Verdict::Unknown) open.push_back(p);
  return open;
}

bool ran_out(const trace::Result& r) { return r.reason_code == trace::Reason::TimeLimit || r.reason_code == trace::Reason::MemoryLimit; }

// Where explore met something undefined or unknown, no other engine can prove anything. A limit on states is the user's wish to stop.
bool may_be_proven(const trace::Result& r) {
  return (ran_out(r) || r.reason_code == trace::Reason::WideInput) && r.undefined_behaviour.empty() && r.unmodelled.empty();
}

options::Options about(const options::Options& options, const std::vector<Property>& properties) {
  options::Options only = options;
  only.properties = properties;
  return only;
}

// The short explore ended by its own limit; what ended the whole run is the user's.
trace::Result unless_interrupted(trace::Result r, base::Budget& budget) {
  bool interrupted = budget.check() == base::Exceeded::Interrupt;
  if (!interrupted || r.reason_code != trace::Reason::TimeLimit) return r;
  std::string how_far = r.reason.substr(std::min(r.reason.size(), r.reason.find(": ")));
  r.reason_code = trace::Reason::Interrupted;
  r.reason = text(trace::Reason::Interrupted) + how_far;
  return r;
}

// More time would not help explore with an input that is too wide; what stopped bmc-order may be what can be helped.
void tell_both(trace::Result& first, const trace::Result& second, bool own_limit) {
  if (first.verdict != Verdict::Unknown || first.reason_code != trace::Reason::WideInput || second.reason.empty()) return;
  first.reason += "; bmc-order, which takes inputs of any width, gave up too: " + second.reason;
  if (own_limit && second.reason_code == trace::Reason::TimeLimit) first.reason += " in " + std::to_string(kFormula.count() / 1000) + " s, --time-limit can give it more";
}

// The rest of the time for what is still open; if it stays open, for the reason that the longer search has.
void go_on(trace::Result& first, const model::Program& program, const options::Options& options, base::Budget& budget) {
  std::vector<Property> rest = open_ones(first, options.properties);
  if (rest.empty() || first.reason_code != trace::Reason::TimeLimit || budget.check()) return;
  trace::Result third = explore::run(program, about(options, rest), budget);
  for (Property p : rest) trace::adopt(first, third, p);
  first.stats = third.stats;
  if (!third.unmodelled.empty()) first.unmodelled = third.unmodelled;
  if (!third.undefined_behaviour.empty()) first.undefined_behaviour = third.undefined_behaviour;
  if (first.verdict != Verdict::Unknown) return;
  first.reason_code = third.reason_code;
  first.reason = third.reason;
}

}  // namespace

trace::Result run_auto(const model::Program& program, const options::Options& options, base::Budget& budget) {
  std::vector<Property> formula;  // what bmc-order can decide
  for (Property p : options.properties)
    if (p == Property::UnreachCall || p == Property::NoDataRace || p == Property::NoDeadlock) formula.push_back(p);
  if (formula.empty()) return explore::run(program, options, budget);
  base::Budget part = budget.part(0.25, kShort);
  trace::Result first = explore::run(program, options, part);
  formula = open_ones(first, formula);
  if (!formula.empty() && may_be_proven(first) && !budget.check()) {
    bool alone = first.reason_code == trace::Reason::WideInput, limited = budget.limits().time.count() != 0;
    base::Budget half = budget.part(0.5, kFormula), capped = budget.part(1, kFormula);
    trace::Result second = run_order(program, about(options, formula), !alone ? half : limited ? budget : capped);
    if (options.properties.size() == 1 && second.verdict != Verdict::Unknown) return second;
    for (Property p : formula) trace::adopt(first, second, p);
    tell_both(first, second, !limited);
  }
  go_on(first, program, options, budget);
  return unless_interrupted(std::move(first), budget);
}

}  // namespace heddle::driver
