// SPDX-License-Identifier: GPL-3.0-or-later
// auto: explore and bmc-order side by side.
#pragma once
#include "analysis/analyses.h"
#include "base/budget.h"
#include "driver/crew.h"
#include "options/options.h"
#include "trace/result.h"

namespace heddle::driver {

struct Portfolio {
  Work explore;
  std::function<Work(const std::vector<base::Property>& asked)> order;  // bmc-order, about these properties
};
Portfolio portfolio(analysis::Analyses& analyses, const options::Options& options);

trace::Result run_auto(const Portfolio& engines, const options::Options& options, base::Budget& budget, Crew& crew);

// How many of them run at the same time; the others take turns.
unsigned engines_at_once(const options::Options& options);

}  // namespace heddle::driver
