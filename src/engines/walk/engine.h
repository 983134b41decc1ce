// SPDX-License-Identifier: GPL-3.0-or-later
// walk: random executions, one after the other, until what is asked about is violated or the budget is spent. It finds
// violations of unreach-call, no-data-race, no-deadlock and valid-memsafety, and never says `true`.
#pragma once
#include "env/env.h"

namespace heddle::walk {

trace::Result run(const Env& env);

}  // namespace heddle::walk
