// SPDX-License-Identifier: GPL-3.0-or-later
// Termination of programs with inputs of any width: every loop of every thread ends by itself, so every execution does.
#pragma once
#include <functional>

#include "base/budget.h"
#include "model/program.h"
#include "options/options.h"
#include "trace/result.h"

namespace heddle::ranking {

// Judges whether no execution of a program meets anything undefined or unmodelled: `unreach-call` of a program that
// calls no error.
using Judge = std::function<trace::Result(const model::Program&)>;

trace::Result run(const model::Program& program, const options::Options& options, base::Budget& budget,
                  const Judge& defined);

}  // namespace heddle::ranking
