// SPDX-License-Identifier: GPL-3.0-or-later
#include "driver/proofs.h"

#include <algorithm>

#include "engines/order/engine.h"
#include "engines/induction/engine.h"
#include "engines/ranking/engine.h"

namespace heddle::driver {

namespace {
constexpr double kShare = 0.4;  // of the time that is left
constexpr std::chrono::milliseconds kMost{20000}, kMostForLoops{60000};
}  // namespace

trace::Result run_order(const Env& env) {
  auto unbounded = [&](const std::vector<base::Property>& open) {
    options::Options only = env.options;
    only.properties = open;
    base::Budget part = env.budget.part(kShare, kMost);
    return induction::run({env.analyses, only, part});
  };
  return order::run_order(env, unbounded);
}

namespace {
trace::Result run_ranking(const Env& env) {
  return ranking::run(env, [&](const analysis::Analyses& harmless) {
    options::Options only = env.options;
    only.properties = {base::Property::UnreachCall};
    return run_order({harmless, only, env.budget});
  });
}
}  // namespace

trace::Result run_provers(const Env& env) {
  constexpr base::Property kEnds = base::Property::Termination;
  const std::vector<base::Property>& asked = env.options.properties;
  if (std::find(asked.begin(), asked.end(), kEnds) == asked.end()) return run_order(env);
  options::Options only = env.options;
  only.properties = {kEnds};
  base::Budget half = env.budget.part(0.5, kMostForLoops);
  trace::Result measured = run_ranking({env.analyses, only, half});
  if (asked == only.properties) return measured;
  Env with_measures = env;
  if (env.tell)
    with_measures.tell = [&](const trace::Result& so_far) {
      trace::Result both = so_far;
      trace::adopt(both, measured, kEnds);
      env.tell(both);
    };
  trace::Result r = run_order(with_measures);
  trace::adopt(r, measured, kEnds);
  return r;
}

}  // namespace heddle::driver
