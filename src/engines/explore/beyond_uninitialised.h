// SPDX-License-Identifier: GPL-3.0-or-later
// Behind a use of something that was never initialised, a second search goes on with any value (Follows::any_values).
// What it finds and meets counts, and it proves nothing.
#pragma once
#include "trace/result.h"

namespace heddle::explore {

void add_what_any_value_shows(trace::Result& to, trace::Result&& from);
bool all_violated(const trace::Result& r);  // then no search has anything to add

}  // namespace heddle::explore
