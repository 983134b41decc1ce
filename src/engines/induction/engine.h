// SPDX-License-Identifier: GPL-3.0-or-later
// induction: proofs of unreach-call and no-data-race for any number of threads and rounds. It finds no violations.
#pragma once
#include "env/env.h"

namespace heddle::induction {

trace::Result run(const Env& env);

}  // namespace heddle::induction
