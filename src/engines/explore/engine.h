// SPDX-License-Identifier: GPL-3.0-or-later
// explore: stateful search over concrete states with partial-order reduction. Exact on programs with finitely many
// states.
#pragma once
#include "env/env.h"

namespace heddle::explore {

trace::Result run(const Env& env);

}  // namespace heddle::explore
