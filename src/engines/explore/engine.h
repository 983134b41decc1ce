// SPDX-License-Identifier: GPL-3.0-or-later
// explore: stateful search over concrete states with partial-order reduction. Exact on programs with finitely many
// states.
#pragma once
#include "env/env.h"

namespace heddle::explore {

trace::Result run(const Env& env);

// Proofs only, where inputs are too wide to be tried: the results of computing with an input are any numbers.
trace::Result run_for_any_number(const Env& env);

}  // namespace heddle::explore
