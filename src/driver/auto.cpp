// SPDX-License-Identifier: GPL-3.0-or-later
// A short explore decides most programs and finds most bugs. What it leaves open goes to bmc-order, which does not mind wide inputs
// nor many interleavings; what that leaves open gets the rest of the time with explore.
#include "driver/auto.h"

#include <algorithm>

#include "engines/bmc/engine.h"
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

// Where explore met something undefined or unknown, no other engine can prove anything.
bool may_be_proven(const trace::Result& r) {
  using trace::Reason;
  bool size = r.reason_code == Reason::TimeLimit || r.reason_code == Reason::MemoryLimit;  // a limit on states is the user's wish to stop
  return (size || r.reason_code == Reason::WideInput) && r.undefined_behaviour.empty() && r.unmodelled.empty();
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

}  // namespace

trace::Result run_auto(const model::Program& program, const options::Options& options, base::Budget& budget) {
  std::vector<Property> formula;  // what bmc-order can decide
  for (Property p : options.properties)
    if (p == Property::UnreachCall || p == Property::NoDataRace || p == Property::NoDeadlock) formula.push_back(p);
  if (formula.empty()) return explore::run(program, options, budget);
  base::Budget part = budget.part(0.25, kShort);
  trace::Result first = explore::run(program, options, part);
  formula = open_ones(first, formula);
  if (formula.empty() || !may_be_proven(first) || budget.check()) return unless_interrupted(std::move(first), budget);
  bool out_of_time = first.reason_code == trace::Reason::TimeLimit;
  base::Budget half = budget.part(0.5, kFormula);
  trace::Result second = bmc::run_order(program, about(options, formula), half);
  if (options.properties.size() == 1 && second.verdict != Verdict::Unknown) return second;
  for (Property p : formula) trace::adopt(first, second, p);
  std::vector<Property> rest = open_ones(first, options.properties);
  if (!rest.empty() && out_of_time && !budget.check()) {
    trace::Result third = explore::run(program, about(options, rest), budget);
    for (Property p : rest) trace::adopt(first, third, p);
    if (first.verdict == Verdict::Unknown) {
      first.reason_code = third.reason_code;
      first.reason = third.reason;
    }
  }
  return unless_interrupted(std::move(first), budget);
}

}  // namespace heddle::driver
