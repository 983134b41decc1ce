// SPDX-License-Identifier: GPL-3.0-or-later
// Results in words: what a step does, what stands at a location, what a violation is called.
#pragma once
#include <string>

#include "report/ink.h"

namespace heddle::report {

std::string thread_title(const trace::Trace& t, int thread);  // "thread 1 (deposit)"

// "writes balance = 15", in at most `width` columns: first the verb goes ("balance = 15", "balance → 15" for a read),
// then the front of the object's name.
std::string step_phrase(const Ink& ink, const trace::Step& s, size_t width);

// "thread 1 (deposit) writes balance, holding m" or "thread 1 (left) waits for b".
std::string location_phrase(const trace::Violation& v, const trace::Location& l);
// "waits for cv", "waits for a signal on cv"; "waits for b, held by thread 2"
enum class Detail { Brief, Plain, WithHolder };
std::string waiting_phrase(const trace::Location& l, Detail detail);

// "data race on balance", "deadlock", "assertion failed: total == 200".
std::string headline(const trace::Violation& v);
// of a race whose accesses are far apart: how the threads learn of each other; else empty
std::string why_unordered(const trace::Violation& v);

bool is_waiting(const trace::Location& l);
// The last step that `l` can stand for (same thread, place and access), or -1 when the trace ends before it.
long step_of(const trace::Trace& t, const trace::Location& l);

}  // namespace heddle::report
