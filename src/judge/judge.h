// SPDX-License-Identifier: GPL-3.0-or-later
// The way into the room: are the verdicts `true` of a result right?
#pragma once
#include "judge/question.h"
#include "trace/result.h"
#include "trace/schedule.h"

namespace heddle::judge {

// Never throws because of what a certificate says: what cannot be judged is ruled so.
trace::Certification judge(const model::Program& program, const trace::Result& result, const Limits& limits);
// Is the schedule safe? The program fails under none of its executions, somebody can always go on, and nobody is left
// out.
trace::Certification judge(const model::Program& program, const trace::Schedule& schedule, const Limits& limits);

}  // namespace heddle::judge
