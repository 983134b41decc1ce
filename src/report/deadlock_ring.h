// SPDX-License-Identifier: GPL-3.0-or-later
// Who waits for whom, drawn as a ring when it is one.
#pragma once
#include <string>

#include "report/ink.h"

namespace heddle::report {

std::string deadlock_ring(const Ink& ink, const trace::Violation& v);

}  // namespace heddle::report
