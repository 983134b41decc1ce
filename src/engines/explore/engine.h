// SPDX-License-Identifier: GPL-3.0-or-later
// explore: stateful search over concrete states with partial-order reduction. Exact on programs with finitely many
// states.
#pragma once
#include "base/budget.h"
#include "model/program.h"
#include "options/options.h"
#include "trace/news.h"

namespace heddle::explore {

trace::Result run(const model::Program& program, const options::Options& options, base::Budget& budget,
                  const trace::Tell& tell = {});

}  // namespace heddle::explore
