// SPDX-License-Identifier: GPL-3.0-or-later
// invariants: proofs of unreach-call, no-data-race and no-deadlock for any number of threads and rounds by a
// thread-modular analysis, without a search. It finds no violations.
#pragma once
#include "env/env.h"

namespace heddle::invariants {

trace::Result run(const Env& env);
// Its proofs hold whatever is in memory that is read and was never initialised. Nothing is suspected.
trace::Result run_for_any_value(const Env& env);

// What it knows of a program that somebody else has proven correct.
trace::Claims claims_of(const analysis::Analyses& analyses, base::Budget& budget);

}  // namespace heddle::invariants
