// SPDX-License-Identifier: GPL-3.0-or-later
// Livelocks by sequentialisation: the program becomes one without threads (room `sequential`), a bounded engine looks
// for the error of that, and what it finds is taken back to the threads and stepped by the interpreter.
#pragma once
#include <functional>

#include "env/env.h"
#include "trace/result.h"

namespace heddle::lasso {

// `check` looks for a failure in a program without threads, with the bound of the options.
using Check = std::function<trace::Result(const Env& env)>;
trace::Result run(const Env& env, const Check& check);

}  // namespace heddle::lasso
