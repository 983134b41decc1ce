// SPDX-License-Identifier: GPL-3.0-or-later
// A sequential program as plain C, for other verifiers: no threads, no pointers but into its own arrays, inputs by
// __VERIFIER_nondet_*, the error is reach_error(). The comment of an input says what it stands for.
#pragma once
#include <string>

#include "sequential/sequentialize.h"

namespace heddle::sequential {

// `threads`: the program it was made from. Throws Unsupported for floating-point numbers.
std::string c_source(const Sequential& sequential, const model::Program& threads);

}  // namespace heddle::sequential
