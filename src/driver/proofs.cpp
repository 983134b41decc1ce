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

trace::Result run_order(const model::Program& program, const options::Options& options, base::Budget& budget,
                        const trace::Tell& tell) {
  auto unbounded = [&](const std::vector<base::Property>& open) {
    options::Options only = options;
    only.properties = open;
    base::Budget part = budget.part(kShare, kMost);
    return induction::run(program, only, part);
  };
  return order::run_order(program, options, budget, unbounded, tell);
}

namespace {
trace::Result run_ranking(const model::Program& program, const options::Options& options, base::Budget& budget) {
  return ranking::run(program, options, budget, [&](const model::Program& harmless) {
    options::Options only = options;
    only.properties = {base::Property::UnreachCall};
    return run_order(harmless, only, budget, {});
  });
}
}  // namespace

trace::Result run_provers(const model::Program& program, const options::Options& options, base::Budget& budget,
                          const trace::Tell& tell) {
  constexpr base::Property kEnds = base::Property::Termination;
  if (std::find(options.properties.begin(), options.properties.end(), kEnds) == options.properties.end())
    return run_order(program, options, budget, tell);
  options::Options only = options;
  only.properties = {kEnds};
  base::Budget half = budget.part(0.5, kMostForLoops);
  trace::Result measured = run_ranking(program, only, half);
  if (options.properties == only.properties) return measured;
  auto with_measures = [&](const trace::Result& so_far) {
    trace::Result both = so_far;
    trace::adopt(both, measured, kEnds);
    tell(both);
  };
  trace::Result r = run_order(program, options, budget, tell ? trace::Tell(with_measures) : tell);
  trace::adopt(r, measured, kEnds);
  return r;
}

}  // namespace heddle::driver
