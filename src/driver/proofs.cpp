// SPDX-License-Identifier: GPL-3.0-or-later
#include "driver/proofs.h"

#include "engines/bmc/engine.h"
#include "engines/induction/engine.h"

namespace heddle::driver {

namespace {
constexpr double kShare = 0.4;  // of the time that is left
constexpr std::chrono::milliseconds kMost{20000};
}  // namespace

trace::Result run_order(const model::Program& program, const options::Options& options, base::Budget& budget, const trace::Tell& tell) {
  auto unbounded = [&](const std::vector<base::Property>& open) {
    options::Options only = options;
    only.properties = open;
    base::Budget part = budget.part(kShare, kMost);
    return induction::run(program, only, part);
  };
  return bmc::run_order(program, options, budget, unbounded, tell);
}

}  // namespace heddle::driver
