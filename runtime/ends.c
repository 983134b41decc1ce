/* SPDX-License-Identifier: Apache-2.0 */
/* The way out. The first thread that comes here fills the status, its outcome last, and ends the process; other threads
 * that come here sleep. The last thing done is to write out what the program printed. If that does not end (a thread
 * sleeps inside printf, or the reader of a pipe is gone), an alarm ends the process. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

#include "held.h"

static uint32_t reported;

bool heddle_rt_is_reported(void) { return HEDDLE_RT_LOAD(reported) != 0; }

/* Also done by the watchdog now and then: then it is known how far a program came that was killed. */
static void show_nothing(void) {}

static void show_held(void) {
  struct heddle_status* s = heddle_rt_status;
  uint64_t events = 0, waits = 0;
  for (uint32_t i = 0; i < heddle_rt_newest_plan()->head->threads; ++i) {
    const struct heddle_rt_held* h = &heddle_rt_held[i];
    events += __atomic_load_n(&h->lane.events, __ATOMIC_RELAXED);
    waits += __atomic_load_n(&h->waits, __ATOMIC_RELAXED);
  }
  s->threads = heddle_rt_thread_count;
  s->events = events;
  s->waits = waits;
  s->sections = heddle_rt_units_passed();
}

static void show_replay(void) {
  heddle_rt_status->orders_done = HEDDLE_RT_LOAD(heddle_rt_cursor);
  heddle_rt_status->threads = heddle_rt_thread_count;
  for (uint32_t i = 0; i < heddle_rt_schedule->threads; ++i)
    heddle_rt_threads[i].status->acts_done = __atomic_load_n(&heddle_rt_threads[i].next, __ATOMIC_RELAXED);
}

void heddle_rt_show_progress(void) {
  static void (*const modes[HEDDLE_MODES])(void) = {show_nothing, show_nothing, show_replay, show_held};
  modes[heddle_mode]();
}

static void show_threads(uint32_t culprit, bool diverged) {
  struct heddle_status* s = heddle_rt_status;
  uint64_t events = 0, waits = 0;
  for (uint32_t i = 0; i < heddle_rt_schedule->threads; ++i) {
    const struct heddle_rt_thread* t = &heddle_rt_threads[i];
    events += t->status->acts_done;
    waits += t->waits;
    uint32_t next = t->status->acts_done; /* the thread may still run: look once */
    if (!diverged || i != culprit) t->status->expected_event = next < t->count ? t->acts[next].event : 0;
    t->status->kernel_state = (uint32_t)(unsigned char)heddle_rt_kernel_state(t->status->tid);
  }
  s->events = events;
  s->waits = waits;
}

bool heddle_rt_report(uint32_t outcome, uint32_t culprit, uint32_t signal, uint32_t exit_code) {
  if (!heddle_rt_watched || __atomic_exchange_n(&reported, 1, __ATOMIC_SEQ_CST)) return false;
  struct heddle_status* s = heddle_rt_status;
  s->threads = heddle_rt_thread_count;
  s->culprit = culprit;
  s->signal = signal;
  s->exit_code = exit_code;
  heddle_rt_show_progress();
  if (heddle_mode == HEDDLE_REPLAY) show_threads(culprit, outcome == HEDDLE_DIVERGED);
  HEDDLE_RT_STORE(s->outcome, outcome);
  return true;
}

static int code_at_end;

static void leave_now(int signal) {
  (void)signal;
  _exit(code_at_end);
}

void heddle_rt_leave_with(int code) {
  code_at_end = code;
  heddle_rt_leave();
}

void heddle_rt_leave(void) {
  struct sigaction action = {.sa_handler = leave_now};
  struct itimerval soon = {.it_value = {0, 200000}};
  sigset_t alarm;
  sigemptyset(&alarm);
  sigaddset(&alarm, SIGALRM);
  sigaction(SIGALRM, &action, NULL);
  pthread_sigmask(SIG_UNBLOCK, &alarm, NULL);
  setitimer(ITIMER_REAL, &soon, NULL);
  fflush(NULL);
  _exit(code_at_end);
}

__attribute__((noinline)) void heddle_failure_reached(void) { __asm__ volatile("" ::: "memory"); }

/* For people who run the program themselves, without Heddle around it. */
static void say_outcome(void) {
  static const char* const outcomes[] = {"",
                                         "what was expected came out",
                                         "the program left the schedule",
                                         "nobody moved any more",
                                         "the program ended before the schedule",
                                         "the program ended",
                                         "an assertion failed",
                                         "the program crashed",
                                         "the two accesses are of different memory",
                                         ""};
  const struct heddle_status* s = heddle_rt_status;
  const struct heddle_thread_status* t = &s->thread[s->culprit];
  char thread[24], done[24], expected[24], event[24];
  const char* pieces[] = {"heddle: ",
                          outcomes[s->outcome],
                          "; thread ",
                          heddle_rt_decimal(thread, s->culprit),
                          " after ",
                          heddle_rt_decimal(done, t->acts_done),
                          " acts at event ",
                          heddle_rt_decimal(event, t->event),
                          ", expected event ",
                          heddle_rt_decimal(expected, t->expected_event),
                          "\n",
                          NULL};
  if (!heddle_rt_status_is_read) heddle_rt_say(pieces);
}

static void stay_for_debugger(void) {
  if (!(heddle_rt_schedule->flags & HEDDLE_FLAG_GDB)) return;
  heddle_failure_reached();
  heddle_rt_sleep_for_ever();
}

void heddle_rt_conclude(uint32_t outcome, uint32_t culprit, uint32_t signal, uint32_t exit_code) {
  if (!heddle_rt_report(outcome, culprit, signal, exit_code)) heddle_rt_sleep_for_ever();
  say_outcome();
  stay_for_debugger();
  heddle_rt_leave();
}

/* What the program printed and did not write out is lost, as without us. */
void heddle_rt_conclude_in_handler(uint32_t outcome, uint32_t culprit, uint32_t signal) {
  if (!heddle_rt_report(outcome, culprit, signal, 0)) heddle_rt_sleep_for_ever();
  say_outcome();
  stay_for_debugger();
  _exit(0);
}
