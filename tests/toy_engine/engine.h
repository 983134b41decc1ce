// SPDX-License-Identifier: GPL-3.0-or-later
// toy: the engine of docs/howto/add-an-engine.md. It goes breadth first over the states of a small program, leaves
// nothing out, and checks unreach-call and no-deadlock.
#pragma once
#include "env/env.h"

namespace heddle::toy {

trace::Result run(const Env& env);

}  // namespace heddle::toy
