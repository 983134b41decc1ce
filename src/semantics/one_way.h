// SPDX-License-Identifier: GPL-3.0-or-later
// One way to take a step, of the many that inputs and waiters may leave open. A decision shows itself only when those
// before it are made, so the step is tried again after each decision that is not the first possibility.
#pragma once
#include <functional>
#include <vector>

#include "semantics/machine.h"

namespace heddle::semantics {

struct OneWay {
  StepResult result;
  std::vector<Choices::Item> choices;
};

// pick(k, arity): how decision k comes out, below `arity`, which is 2 or more. `tries`: called before each attempt, of
// which the last one counts.
OneWay step_one_way(Machine& machine, const State& from, unsigned thread,
                    const std::function<uint32_t(size_t k, uint32_t arity)>& pick, State& to,
                    const std::function<void()>& tries = {});

// Is there a way for the thread to step that is no spurious wake-up? Inputs of which only some values were tried count
// as a way.
bool can_step(Machine& machine, const State& from, unsigned thread);

// Threads that wait for each other in a ring, whatever the others do; each ring once. `can`: by thread, it can proceed.
// Whoever may be cancelled does not wait for ever.
std::vector<std::vector<unsigned>> waiting_rings(const Machine& machine, const State& s, const std::vector<bool>& can);

}  // namespace heddle::semantics
