/* SPDX-License-Identifier: Apache-2.0 */
/* The calls that do not come back: failed assertions, error calls, abort and exit. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "internal.h"

/* Replay: returns only if the program runs free. */
static void follow_failure(const struct heddle_act* act) {
  if (!act) return;
  struct heddle_rt_thread* t = heddle_rt_self;
  heddle_rt_state(t, HEDDLE_STOPPED);
  heddle_rt_conclude(act->kind == HEDDLE_FAIL ? HEDDLE_REPRODUCED : HEDDLE_ASSERTION, t->id, 0, 0);
}

static void log_end(uint32_t event, uint64_t value) {
  if (heddle_mode != HEDDLE_RECORD) return;
  heddle_rt_log_enter();
  heddle_rt_log(event, HEDDLE_PERFORM, 0, value);
  heddle_rt_log_leave();
}

static uint32_t self_id(void) { return heddle_rt_self ? heddle_rt_self->id : 0; }

void heddle_Error(uint32_t event) {
  const struct heddle_act* act = heddle_mode == HEDDLE_REPLAY ? heddle_rt_reach(event, 0, NULL, 0) : NULL;
  const char* pieces[] = {program_invocation_short_name, ": reach_error() called\n", NULL};
  heddle_rt_say(pieces);
  follow_failure(act);
  log_end(event, 0);
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
  const struct heddle_act* act = heddle_mode == HEDDLE_REPLAY ? heddle_rt_reach(event, 0, NULL, 0) : NULL;
  if (act || !text) say_assertion(text, file, line, function);
  follow_failure(act);
  log_end(event, 0);
  heddle_rt_report(HEDDLE_ASSERTION, self_id(), 0, 0);
  if (!text) abort();
  __assert_fail(text, file, line, function);
}

static bool is_listed(uint32_t event) { return event != 0 || heddle_rt_schedule->expected != HEDDLE_EXPECT_END; }

/* The end of the program, which fails if memory may not be left over. That main returns (event 0) is no act of a
 * recording; the acts of exit handlers come behind. */
static void follow_end(uint32_t event, uint64_t value) {
  const struct heddle_act* act =
      heddle_mode == HEDDLE_REPLAY && is_listed(event) ? heddle_rt_reach(event, 0, NULL, 0) : NULL;
  if (act) heddle_rt_done(heddle_rt_self, act);
  log_end(event, value);
}

void heddle_Abort(uint32_t event) {
  follow_end(event, 0);
  abort();
}

void heddle_Exit(uint32_t event, int code) {
  follow_end(event, (uint64_t)(int64_t)code);
  exit(code);
}
