// SPDX-License-Identifier: GPL-3.0-or-later
// bmc-order: one formula for all interleavings and inputs up to a bound on loops. Checks unreach-call.
#pragma once
#include <functional>
#include <vector>

#include "env/env.h"

namespace heddle::order {

// Asked once, when loops go on beyond the first round: somebody else may prove what no bound will.
using Unbounded = std::function<trace::Result(const std::vector<base::Property>& open)>;

// The program is prepared (analysis/prepare.h): a violation is repeated by the interpreter act by act.
trace::Result run_order(const Env& env, const Unbounded& unbounded = {});

}  // namespace heddle::order
