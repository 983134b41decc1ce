// SPDX-License-Identifier: GPL-3.0-or-later
// bmc-order: one formula for all interleavings and inputs up to a bound on loops. Checks unreach-call.
#pragma once
#include "env/env.h"

namespace heddle::order {

// The program is prepared (analysis/prepare.h): a violation is repeated by the interpreter act by act.
trace::Result run(const Env& env);

}  // namespace heddle::order
