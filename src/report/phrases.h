// SPDX-License-Identifier: GPL-3.0-or-later
// Results in words: what a step does, what stands at a location, what a violation is called.
#pragma once
#include <string>

#include "report/ink.h"

namespace heddle::report {

std::string thread_title(const trace::Trace& t, int thread);  // "thread 1 (deposit)"

// "writes balance = 15", in at most `width` columns: the name of the object is shortened first, its end is kept.
std::string step_phrase(const Ink& ink, const trace::Step& s, size_t width);

// "writes balance, holding m" or "waits for b, held by thread 2; holds a".
std::string location_phrase(const trace::Violation& v, const trace::Location& l);
std::string waiting_phrase(const trace::Location& l, bool with_holder);  // "waits for b", "waits for thread 2 to end", ...

// "data race on balance", "deadlock", "assertion failed: total == 200".
std::string headline(const trace::Violation& v);

bool is_waiting(const trace::Location& l);
// Index of the step that is the last one `l` can stand for, or -1 when the trace ends before it (a blocked thread).
long step_of(const trace::Trace& t, const trace::Location& l);

}  // namespace heddle::report
