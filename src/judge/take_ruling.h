// SPDX-License-Identifier: GPL-3.0-or-later
// What follows from a ruling for the result that was judged.
#pragma once
#include "trace/result.h"
#include "trace/ruling.h"

namespace heddle::judge {

// A `true` that was refused becomes `unknown`. If every `true` was certified, the result says so. True: something was
// refused, and somebody should hear of it.
bool take_ruling(trace::Result& result, const trace::Certification& ruling);

}  // namespace heddle::judge
