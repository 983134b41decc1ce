/* SPDX-License-Identifier: Apache-2.0 */
/* The calls that do not come back: failed assertions, error calls, abort and exit. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "held.h"

static const struct heddle_act* nothing(uint32_t event) {
  (void)event;
  return NULL;
}
static void as_ever(uint32_t event, const struct heddle_act* act, uint64_t value) {
  (void)event, (void)act, (void)value;
}

static const struct heddle_act* reach(uint32_t event) { return heddle_rt_reach(event, 0, NULL, 0); }

/* Replay: returns only if the program runs free. */
static void follow_failure(uint32_t event, const struct heddle_act* act, uint64_t value) {
  (void)event, (void)value;
  if (!act) return;
  struct heddle_rt_thread* t = heddle_rt_self;
  heddle_rt_state(t, HEDDLE_STOPPED);
  heddle_rt_conclude(act->kind == HEDDLE_FAIL ? HEDDLE_REPRODUCED : HEDDLE_ASSERTION, t->id, 0, 0);
}

static bool is_listed(uint32_t event) { return event != 0 || heddle_rt_schedule->expected != HEDDLE_EXPECT_END; }

/* That main returns (event 0) is no act of a recording; the acts of exit handlers come behind. */
static void follow_end(uint32_t event, const struct heddle_act* act, uint64_t value) {
  (void)value;
  act = is_listed(event) ? reach(event) : NULL;
  if (act) heddle_rt_done(heddle_rt_self, act);
}

static void log_end(uint32_t event, const struct heddle_act* act, uint64_t value) {
  (void)act;
  heddle_rt_log_enter();
  heddle_rt_log(event, HEDDLE_PERFORM, 0, value);
  heddle_rt_log_leave();
}

/* A plan has no failures. */
static void hold_failure(uint32_t event, const struct heddle_act* act, uint64_t value) {
  (void)act, (void)value;
  struct heddle_rt_held* h = heddle_rt_held_self();
  if (h) heddle_rt_gate(h, 4 * event);
}

/* An end of the program is at its place in the plan. One that the plan does not have is none the less an end: nothing
 * can fail any more. */
static void hold_end(uint32_t event, const struct heddle_act* act, uint64_t value) {
  (void)act;
  struct heddle_rt_held* h = heddle_rt_held_self();
  if (h) HEDDLE_RT_STORE(h->ends, true);
  const struct heddle_plan_event* e = h ? heddle_rt_gate(h, 4 * event) : NULL;
  if (!e) return;
  heddle_rt_program_ends();
  heddle_rt_passed(h, e, HEDDLE_PERFORM, 0, value);
}

static const struct {
  const struct heddle_act* (*reach)(uint32_t event);
  void (*fail)(uint32_t event, const struct heddle_act* act, uint64_t value);
  void (*end)(uint32_t event, const struct heddle_act* act, uint64_t value);
} modes[HEDDLE_MODES] = {[HEDDLE_FREE] = {nothing, as_ever, as_ever},
                         [HEDDLE_RECORD] = {nothing, log_end, log_end},
                         [HEDDLE_REPLAY] = {reach, follow_failure, follow_end},
                         [HEDDLE_HELD] = {nothing, hold_failure, hold_end}};

static uint32_t self_id(void) { return heddle_rt_self ? heddle_rt_self->id : 0; }

void heddle_Error(uint32_t event) {
  const struct heddle_act* act = modes[heddle_mode].reach(event);
  const char* pieces[] = {program_invocation_short_name, ": reach_error() called\n", NULL};
  heddle_rt_say(pieces);
  modes[heddle_mode].fail(event, act, 0);
  heddle_rt_report(HEDDLE_ASSERTION, self_id(), 0, 0);
  abort();
}

/* As libc says it; assertions that only the verifier knows have no text. */
static void say_assertion(const char* text, const char* file, unsigned line, const char* function) {
  char number[24];
  const char* bare[] = {program_invocation_short_name, ": assertion failed\n", NULL};
  const char* full[] = {program_invocation_short_name,
                        ": ",
                        file,
                        ":",
                        heddle_rt_decimal(number, line),
                        ": ",
                        function ? function : "",
                        function ? ": " : "",
                        "Assertion `",
                        text,
                        "' failed.\n",
                        NULL};
  heddle_rt_say(text && file ? full : bare);
}

void heddle_AssertFail(uint32_t event, const char* text, const char* file, unsigned line, const char* function) {
  const struct heddle_act* act = modes[heddle_mode].reach(event);
  if (act || !text) say_assertion(text, file, line, function);
  modes[heddle_mode].fail(event, act, 0);
  heddle_rt_report(HEDDLE_ASSERTION, self_id(), 0, 0);
  if (!text) abort();
  __assert_fail(text, file, line, function);
}

/* The end of the program, which fails if memory may not be left over. */
void heddle_Abort(uint32_t event) {
  modes[heddle_mode].end(event, NULL, 0);
  abort();
}

void heddle_Exit(uint32_t event, int code) {
  modes[heddle_mode].end(event, NULL, (uint64_t)(int64_t)code);
  exit(code);
}
