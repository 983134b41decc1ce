// SPDX-License-Identifier: GPL-3.0-or-later
// The interleaving as a picture: one lane per thread and one row per step, or, where lanes do not fit, a numbered list.
#pragma once
#include <iosfwd>

#include "report/ink.h"

namespace heddle::report {

// Row by row, as long as the trace may be. False: there is nothing to show.
bool write_interleaving(std::ostream& out, const Ink& ink, const trace::Violation& v, bool all_steps);

}  // namespace heddle::report
