// SPDX-License-Identifier: GPL-3.0-or-later
// Where each read gets its value from. Every read of an event picks one write of the same place that comes before it,
// and no other write of that place comes in between (the axioms of sequential consistency as reads-from and from-read:
// Alglave, Kroening and Tautschnig, "Partial Orders for Efficient Bounded Model Checking of Concurrent Software", CAV
// 2013). Which comes first is left to the ordering solver; candidates that program order or a later write of the same
// thread rule out are not even named.
#pragma once
#include "engines/order/events.h"

namespace heddle::order {

struct OrderStatistics {
  uint64_t reads = 0, writes = 0, candidates = 0, pruned = 0, from_reads = 0;
};

// Adds all clauses of the memory to the solver. Conditions of undefined behaviour go to events.undefined.
OrderStatistics order_memory(Events& events, smt::Circuit& circuit, const std::function<bool()>& stop);

}  // namespace heddle::order
