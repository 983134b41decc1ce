// SPDX-License-Identifier: GPL-3.0-or-later
// bmc-lazy and bmc-eager: bounded search by depth of unrolling (Ganai and Gupta, SPIN 2008). They check unreach-call
// and no-data-race.
#pragma once
#include "base/budget.h"
#include "model/program.h"
#include "options/options.h"
#include "trace/news.h"

namespace heddle::unrolled {

// The program's acts are marked (analysis/acts.h): a violation is repeated by the interpreter act by act.
trace::Result run_lazy(const model::Program& program, const options::Options& options, base::Budget& budget,
                       const trace::Tell& tell = {});
trace::Result run_eager(const model::Program& program, const options::Options& options, base::Budget& budget,
                        const trace::Tell& tell = {});

}  // namespace heddle::unrolled
