// SPDX-License-Identifier: GPL-3.0-or-later
// What a model of the formula says happened, in the terms in which the interpreter can repeat it.
#pragma once
#include "engines/order/events.h"
#include "semantics/repeat.h"

namespace heddle::order {

// `until`: of these threads only what comes before their event (indices into Events::events, or -1).
// `woken`: whom a signal wakes, by event.
semantics::Execution read_model(const Events& events, const smt::Circuit& circuit, const smt::OrderSolver& solver,
                                const std::map<unsigned, uint32_t>& until = {},
                                const std::map<uint32_t, unsigned>& woken = {});

}  // namespace heddle::order
