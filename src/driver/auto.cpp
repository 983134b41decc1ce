// SPDX-License-Identifier: GPL-3.0-or-later
// A short explore decides most programs and finds most bugs. What it leaves open about unreach-call goes to bmc-order, which does
// not mind wide inputs nor many interleavings; if that does not decide it either, explore gets the rest of the time.
#include "driver/auto.h"

#include <algorithm>

#include "engines/bmc/engine.h"
#include "engines/explore/engine.h"

namespace heddle::driver {

using base::Property;
using trace::Verdict;

namespace {

constexpr std::chrono::milliseconds kShort{5000}, kFormula{60000};

bool open(const trace::Result& r, Property p) {
  auto it = r.properties.find(p);
  return it != r.properties.end() && it->second == Verdict::Unknown;
}

// Where explore met something undefined or unknown, no other engine can prove anything.
bool may_be_proven(const trace::Result& r) {
  using trace::Reason;
  bool size = r.reason_code == Reason::TimeLimit || r.reason_code == Reason::StateLimit || r.reason_code == Reason::MemoryLimit;
  return (size || r.reason_code == Reason::WideInput) && r.undefined_behaviour.empty() && r.unmodelled.empty();
}

trace::Result formula(const model::Program& program, const options::Options& options, base::Budget& budget) {
  options::Options only = options;
  only.properties = {Property::UnreachCall};
  base::Budget part = budget.part(0.5, kFormula);
  return bmc::run_order(program, only, part);
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
  bool wanted = std::find(options.properties.begin(), options.properties.end(), Property::UnreachCall) != options.properties.end();
  if (!wanted) return explore::run(program, options, budget);
  base::Budget part = budget.part(0.25, kShort);
  trace::Result first = explore::run(program, options, part);
  if (!open(first, Property::UnreachCall) || !may_be_proven(first) || budget.check()) return first;
  trace::Result second = formula(program, options, budget);
  bool out_of_time = first.reason_code == trace::Reason::TimeLimit;
  if (open(second, Property::UnreachCall)) return out_of_time && !budget.check() ? explore::run(program, options, budget) : unless_interrupted(std::move(first), budget);
  if (options.properties.size() == 1) return second;
  if (out_of_time && !budget.check()) first = explore::run(program, options, budget);
  trace::adopt(first, second, Property::UnreachCall);
  return first;
}

}  // namespace heddle::driver
