// SPDX-License-Identifier: GPL-3.0-or-later
// The certificate of a proof: the log of the solver, what the questions were, and what the literals of the formula
// mean. Whoever judges it (src/judge/refutation.h) replays the log, and compares the meaning with executions of its
// own.
#pragma once
#include <map>

#include "engines/order/events.h"

namespace heddle::order {

// As JSON. Its fields are described in src/judge/certificates.md.
std::string certificate(const model::Program& program, const Events& events,
                        const std::map<base::Property, smt::Clause>& violations,
                        const smt::OrderSolver::Statistics& size, const smt::ProofLog& log);

}  // namespace heddle::order
