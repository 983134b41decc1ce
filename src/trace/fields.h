// SPDX-License-Identifier: GPL-3.0-or-later
// Every field of a Result, listed once: each_field(x, visit) calls visit(field) for every member of x, in order. The
// structured bindings name all members, so a structure that gets another field does not compile until the field stands
// here, too.
#pragma once
#include "trace/result.h"

namespace heddle::trace {

#define HEDDLE_FIELDS(Type, ...)            \
  template <class Visit>                    \
  void each_field(Type& x, Visit&& visit) { \
    auto& [__VA_ARGS__] = x;                \
    visit_all(visit, __VA_ARGS__);          \
  }

template <class Visit, class... Fields>
void visit_all(Visit&& visit, Fields&... fields) {
  (visit(fields), ...);
}

HEDDLE_FIELDS(Location, file, line, column, function, thread, access, object, holds, waits_for, waits_for_thread)
HEDDLE_FIELDS(Repeats, rounds, steps)
HEDDLE_FIELDS(Step, thread, file, function, line, column, text, event, kind, object, value, locals, choices,
              other_thread, matters, repeats)
HEDDLE_FIELDS(Input, thread, function, file, line, value, bits, times)
HEDDLE_FIELDS(TraceThread, id, name, parent, file, line)
HEDDLE_FIELDS(Act, thread, event, kind, order, size, value)
HEDDLE_FIELDS(Script, expected, acts, loop, spins, why_not)
HEDDLE_FIELDS(Gap, step, why)
HEDDLE_FIELDS(Trace, threads, steps, gap, lasso_start, inputs, script)
HEDDLE_FIELDS(Violation, property, kind, message, locations, trace, suppressed)
HEDDLE_FIELDS(InputFiles, files, cflags, sha256, cwd, data_model, reach, malloc_may_fail, weak_fairness, arguments,
              standard_input, models, harmless, more_sha256, file_flags, main_function, entries, acquires, releases,
              program_sha256)
HEDDLE_FIELDS(Certificate, kind, properties, content)
HEDDLE_FIELDS(ClaimPlace, file, function, line, column, call, threads_only)
HEDDLE_FIELDS(GhostUpdate, at, value, needed)
HEDDLE_FIELDS(Ghost, name, updates)
HEDDLE_FIELDS(ClaimVariable, name, file, line)
HEDDLE_FIELDS(Claim, value, ghosts, variables, threads_only, exactly)
HEDDLE_FIELDS(Claims, ghosts, all, places)
HEDDLE_FIELDS(SuspectPlace, file, line, column, access, event)
HEDDLE_FIELDS(Suspicion, property, places)
HEDDLE_FIELDS(Suspicions, all, whole, safe_memory_assumed_at, part_of, all_but_these)
HEDDLE_FIELDS(Bound, unwind, threads, complete)
HEDDLE_FIELDS(Exhausted, states, left, dropped)
HEDDLE_FIELDS(Question, what, conditions, answer)
HEDDLE_FIELDS(Refuted, violation, beyond, undefined, bound, missing)
HEDDLE_FIELDS(Opposite, of, answer)
HEDDLE_FIELDS(Looked, things, steps, at, suspected, left)
HEDDLE_FIELDS(Shown, what, by, how, safe_memory_assumed_at)
HEDDLE_FIELDS(Certified, argument, facts, parts, safe_memory_assumed_at, for_any_value)
HEDDLE_FIELDS(Result, verdict, requested, properties, engine, input, reason_code, reason, not_followed, bound,
              violations, undefined_behaviour, certificates, claims, suspicions, shown_of_part, validated, judged,
              unmodelled, stats, from_cache)

#undef HEDDLE_FIELDS

}  // namespace heddle::trace
