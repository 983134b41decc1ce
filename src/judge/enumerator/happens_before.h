// SPDX-License-Identifier: GPL-3.0-or-later
// The second definition of a data race, to test the first one: two conflicting accesses of one execution, not both
// atomic, that no chain of synchronisation orders.
#pragma once
#include <cstdint>

#include "judge/enumerator/enumerate.h"
#include "model/program.h"

namespace heddle::oracle {

enum class Atomics : uint8_t {
  AllOrder,   // as if all were sequentially consistent and all attempts to lock synchronised
  AsWritten,  // relaxed ones and failed attempts order nothing
};

// Walks at random, `runs` times and at most `steps` steps each. Both kinds of race are real ones; one found with
// AllOrder must also be found by enumerate().
bool random_runs_race(const model::Program& p, uint64_t seed, unsigned runs, unsigned steps,
                      Atomics atomics = Atomics::AllOrder);

// All executions, with atomics as they are written. True: no race in any of them, also if some end in something
// undefined; unknown: there are more states with different pasts than the limits allow.
Answer unordered_races(const model::Program& p, const Limits& limits);

}  // namespace heddle::oracle
