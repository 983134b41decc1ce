// SPDX-License-Identifier: GPL-3.0-or-later
// bmc-order: one formula for all interleavings and inputs up to a bound on loops. Checks unreach-call.
#pragma once
#include <functional>
#include <vector>

#include "base/budget.h"
#include "model/program.h"
#include "options/options.h"
#include "trace/news.h"

namespace heddle::order {

// Asked once, when loops go on beyond the first round: somebody else may prove what no bound will.
using Unbounded = std::function<trace::Result(const std::vector<base::Property>& open)>;

// The program's acts are marked (analysis/acts.h): a violation is repeated by the interpreter act by act.
trace::Result run_order(const model::Program& program, const options::Options& options, base::Budget& budget,
                        const Unbounded& unbounded = {}, const trace::Tell& tell = {});

}  // namespace heddle::order
