// SPDX-License-Identifier: GPL-3.0-or-later
// Termination of programs with inputs of any width: every loop of every thread ends by itself, so every execution does.
#pragma once
#include <functional>

#include "env/env.h"

namespace heddle::ranking {

// Judges whether no execution of a program meets anything undefined or unmodelled: `unreach-call` of a program that
// calls no error.
using Judge = std::function<trace::Result(const analysis::Analyses& of_that_program)>;

trace::Result run(const heddle::Env& env, const Judge& defined);

}  // namespace heddle::ranking
