/* SPDX-License-Identifier: Apache-2.0 */
/* Ends that come without a call of the run-time: exit without an event, and the signals of a crash. In a run that is
 * not under control the program then ends just as it would have without us. */
#include <signal.h>
#include <stdlib.h>

#include "held.h"

static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
enum { CRASHES = sizeof crashes / sizeof *crashes, STACK = 16384 };
static unsigned char stacks[HEDDLE_MAX_THREADS][STACK] __attribute__((aligned(64)));

static bool is_constrained(void) { return heddle_mode == HEDDLE_REPLAY && !heddle_rt_runs_free(); }
static uint32_t self_id(void) { return heddle_rt_self ? heddle_rt_self->id : 0; }

void heddle_rt_crash(int signal) {
  heddle_rt_let_others_finish();
  if (is_constrained()) {
    bool wanted = HEDDLE_RT_LOAD(heddle_rt_failing) ||
                  (heddle_rt_schedule->expected == HEDDLE_EXPECT_CRASH && heddle_rt_is_complete());
    heddle_rt_conclude_in_handler(wanted ? HEDDLE_REPRODUCED : HEDDLE_ENDED_EARLY, self_id(), (uint32_t)signal);
  }
  heddle_rt_report(HEDDLE_CRASHED, self_id(), (uint32_t)signal, 0);
  struct sigaction as_usual = {.sa_handler = SIG_DFL};
  sigaction(signal, &as_usual, NULL);
  raise(signal);
}

static void on_end(int code, void* unused) {
  (void)unused;
  heddle_rt_let_others_finish();
  if (!is_constrained()) {
    heddle_rt_report(HEDDLE_FINISHED, self_id(), 0, (uint32_t)code);
    return;
  }
  uint32_t expected = heddle_rt_schedule->expected;
  struct heddle_rt_thread* t = heddle_rt_self;
  if (expected == HEDDLE_EXPECT_END && t && t->next != t->count) heddle_rt_diverged(t, t->acts[t->next].event, 0);
  bool there = heddle_rt_is_complete() && (expected == HEDDLE_EXPECT_CRASH || expected == HEDDLE_EXPECT_LIVELOCK);
  heddle_rt_conclude(there ? HEDDLE_REPRODUCED : HEDDLE_ENDED_EARLY, self_id(), 0, (uint32_t)code);
}

/* A stack that has overflown is no place for a handler. */
void heddle_rt_alternate_stack(const struct heddle_rt_thread* t) {
  stack_t stack = {.ss_sp = stacks[t->id], .ss_size = STACK};
  sigaltstack(&stack, NULL);
}

bool heddle_rt_watch_crash(int signal) {
  struct sigaction action = {.sa_handler = heddle_rt_crash, .sa_flags = SA_ONSTACK};
  sigfillset(&action.sa_mask);
  for (int i = 0; i < CRASHES; ++i)
    if (crashes[i] == signal) return sigaction(signal, &action, NULL) == 0;
  return false;
}

void heddle_rt_watch_ends(void) {
  for (int i = 0; i < CRASHES; ++i) heddle_rt_watch_crash(crashes[i]);
  on_exit(on_end, NULL);
}

/* The program is about to leave without a word: _exit, quick_exit, exec. */
void heddle_leaving(void) { heddle_rt_let_others_finish(); }
