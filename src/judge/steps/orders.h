// SPDX-License-Identifier: GPL-3.0-or-later
// Operations after which two accesses may still race although one came first: atomic ones that are weaker than acquire
// and release, attempts to lock that fail, a look at a semaphore. In a program without them, a race is two threads that
// stand in front of conflicting accesses at the same time.
#pragma once
#include <optional>

#include "model/program.h"

namespace heddle::judge::steps {

std::optional<model::Position> first_that_orders_nothing(const model::Program& p);

}  // namespace heddle::judge::steps
