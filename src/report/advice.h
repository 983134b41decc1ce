// SPDX-License-Identifier: GPL-3.0-or-later
// What stands behind a verdict: what a proof rests on, and what to do about an `unknown`.
#pragma once
#include <string>
#include <vector>

#include "trace/result.h"

namespace heddle::report {

// "the whole state space was searched, 1,234 states (3 threads, no bound)"
std::string rests_on(const trace::Result& r, trace::Property p);
// ", provided no memory error happens (not shown at a.c:17)", where a proof assumes that; and before it what a proof
// says about the values of what is not initialised, where it says something about them.
std::string condition(const trace::Result& r, trace::Property p);
std::string effort(const trace::Result& r);                         // "ENGINE, 1,234 states, 0.41 s, 61 MiB"
std::vector<std::string> not_shown(const trace::Result& r);         // what is still suspected, the first of it
std::string why_unknown(const trace::Result& r, bool all = false);  // one sentence, never empty
// What to do next; may be empty. `alone`: one engine was asked by its name, and the others have not tried.
std::string advice(const trace::Result& r, bool alone = false);

}  // namespace heddle::report
