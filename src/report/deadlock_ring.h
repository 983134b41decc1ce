// SPDX-License-Identifier: GPL-3.0-or-later
// Who waits for whom, drawn as a ring if the threads wait in a ring.
#pragma once
#include <string>

#include "report/ink.h"

namespace heddle::report {

std::string deadlock_ring(const Ink& ink, const trace::Violation& v);

}  // namespace heddle::report
