// SPDX-License-Identifier: GPL-3.0-or-later
// The error calls of a program, as places that can be asked about one by one. Where a function does nothing but fail if
// its argument says so (`__VERIFIER_assert`), each call of this function is a place of its own.
//
// No proof rests on the list: what is missing here is asked about together with everything else that is not on it.
#pragma once
#include <vector>

#include "model/program.h"
#include "trace/suspicions.h"

namespace heddle::driver {

std::vector<trace::Suspicion> error_calls(const model::Program& program);

}  // namespace heddle::driver
