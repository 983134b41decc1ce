// SPDX-License-Identifier: GPL-3.0-or-later
// induction: proofs of unreach-call and no-data-race for any number of threads and rounds. It finds no violations.
#pragma once
#include "base/budget.h"
#include "model/program.h"
#include "options/options.h"
#include "trace/result.h"

namespace heddle::induction {

trace::Result run(const model::Program& program, const options::Options& options, base::Budget& budget);

}  // namespace heddle::induction
