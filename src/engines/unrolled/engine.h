// SPDX-License-Identifier: GPL-3.0-or-later
// bmc-lazy and bmc-eager: bounded search by depth of unrolling (Ganai and Gupta, SPIN 2008). They check unreach-call
// and no-data-race.
#pragma once
#include "env/env.h"

namespace heddle::unrolled {

// The program is prepared (analysis/prepare.h): a violation is repeated by the interpreter act by act.
trace::Result run_lazy(const Env& env);
trace::Result run_eager(const Env& env);

}  // namespace heddle::unrolled
