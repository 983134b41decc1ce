// SPDX-License-Identifier: GPL-3.0-or-later
// From a model of the formula to an execution of the program: the interpreter takes the threads' steps in the order the solver chose,
// with the inputs it chose. What does not fail there is no violation.
#pragma once
#include <optional>

#include "engines/bmc/unwinding.h"
#include "trace/result.h"

namespace heddle::bmc {

std::optional<trace::Violation> repeat(const model::Program& program, const Unwinding& unwinding, const smt::Circuit& circuit, smt::OrderSolver& solver);

}  // namespace heddle::bmc
