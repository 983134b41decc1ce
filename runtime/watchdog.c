/* SPDX-License-Identifier: Apache-2.0 */
/* The watchdog: a thread of our own that looks every 10 ms whether anybody moved. From one look to the next at most 50
 * ms count, so that a stop in a debugger does not count as time.
 * - Acts are left and nobody moves: the thread whose turn it is sleeps in something that the schedule does not know
 *   (read, sleep), was never created, or runs on without coming to its next event: STALLED. A thread that runs gets
 * four
 *   times the patience. A thread that prints, and whose reader is slow, may take as long as it likes.
 * - A program that is held to a plan may compute and wait for inputs as long as it likes. If nothing happens for a long
 *   time while somebody waits, it says who waits for whom, once, and goes on watching.
 * - It also looks whether another plan has taken the place of the one that holds the program (plan.c).
 * - All acts are done: deadlock, livelock, endless loop and crash are judged here, some time later. */
#include <pthread.h>
#include <signal.h>

#include "held.h"

enum { LOOKS_TO_PLAN = 5, LOOK_MS = 10, MAX_LOOK_MS = 50, PATIENCE_MS = 1000, STACK = 65536 };
enum { DEADLOCK_MS = 60, SPIN_MS = 200, SPIN_SAMPLES = 5, CRASH_MS = 300 };
static uint32_t called; /* futex */

void heddle_rt_call_watchdog(void) {
  HEDDLE_RT_STORE(called, 1);
  heddle_rt_futex_wake(&called, 1);
}

static uint32_t acts_done(void) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < heddle_rt_schedule->threads; ++i)
    sum += __atomic_load_n(&heddle_rt_threads[i].next, __ATOMIC_RELAXED);
  return sum;
}

static bool has_acts_left(uint32_t i) {
  return __atomic_load_n(&heddle_rt_threads[i].next, __ATOMIC_RELAXED) < heddle_rt_threads[i].count;
}

/* Whose turn it is; after the last turn, the first that has acts left. */
static uint32_t next_to_move(void) {
  uint32_t cursor = HEDDLE_RT_LOAD(heddle_rt_cursor), candidate = 0;
  if (cursor < heddle_rt_schedule->orders) return heddle_rt_owners[cursor];
  for (uint32_t i = heddle_rt_schedule->threads; i-- > 0;)
    if (has_acts_left(i)) candidate = i;
  return candidate;
}

static bool runs(uint32_t i) {
  return heddle_rt_threads[i].started && heddle_rt_kernel_state(heddle_rt_threads[i].status->tid) == 'R';
}

static void check_progress(uint32_t quiet_ms) {
  uint32_t patience = heddle_rt_schedule->patience_ms ? heddle_rt_schedule->patience_ms : PATIENCE_MS;
  if (quiet_ms < patience) return;
  uint32_t culprit = next_to_move();
  if (quiet_ms < 4 * patience && runs(culprit)) return;
  if (heddle_rt_is_writing(heddle_rt_threads[culprit].status->tid)) return;
  /* The failing step itself does not come back: it was reached, and that was to be shown. */
  bool failed = HEDDLE_RT_LOAD(heddle_rt_failing);
  heddle_rt_conclude(failed ? HEDDLE_REPRODUCED : HEDDLE_STALLED, culprit, 0, 0);
}

/* After a while every flagged thread must be running at each of some looks; one miss is forgiven. */
static void check_spinning(uint32_t done_ms) {
  static uint8_t misses[HEDDLE_MAX_THREADS];
  static uint32_t samples;
  if (done_ms < SPIN_MS) return;
  for (uint32_t i = 0; i < heddle_rt_schedule->threads; ++i)
    if (heddle_rt_lists[i].spins && !runs(i) && ++misses[i] > 1) heddle_rt_conclude(HEDDLE_STALLED, i, 0, 0);
  if (++samples >= SPIN_SAMPLES) heddle_rt_conclude(HEDDLE_REPRODUCED, 0, 0, 0);
}

static void check_end(uint32_t done_ms) {
  switch (heddle_rt_schedule->expected) {
    case HEDDLE_EXPECT_DEADLOCK:
      if (done_ms >= DEADLOCK_MS) heddle_rt_conclude(HEDDLE_REPRODUCED, 0, 0, 0);
      break;
    case HEDDLE_EXPECT_LIVELOCK: heddle_rt_conclude(HEDDLE_REPRODUCED, 0, 0, 0);
    case HEDDLE_EXPECT_SPIN: check_spinning(done_ms); break;
    case HEDDLE_EXPECT_CRASH:
      if (done_ms >= CRASH_MS) heddle_rt_conclude(HEDDLE_REPRODUCED, 0, 0, 0);
      break;
    default: check_progress(done_ms); /* a failure that the schedule does not lead to */
  }
}

/* The program runs free. A wait of the schedule ends now if a signal of the schedule may have been meant for it. */
static bool wake_signalled(void) {
  bool some = false;
  for (uint32_t i = 0; i < heddle_rt_schedule->threads; ++i) {
    void* condition = HEDDLE_RT_LOAD(heddle_rt_threads[i].condition);
    if (!condition || !HEDDLE_RT_LOAD(heddle_rt_threads[i].signalled)) continue;
    pthread_cond_broadcast(condition);
    some = true;
  }
  return some;
}

/* Until the next look; the result is how many milliseconds count. */
static uint32_t rest(void) {
  static const struct timespec look = {0, LOOK_MS * 1000000};
  struct timespec from, to;
  clock_gettime(CLOCK_MONOTONIC, &from);
  if (heddle_rt_is_complete())
    nanosleep(&look, NULL);
  else
    heddle_rt_futex_wait(&called, 0, &look);
  clock_gettime(CLOCK_MONOTONIC, &to);
  int64_t ms = (int64_t)(to.tv_sec - from.tv_sec) * 1000 + (to.tv_nsec - from.tv_nsec) / 1000000;
  return ms < MAX_LOOK_MS ? (uint32_t)ms : MAX_LOOK_MS;
}

static void* watch(void* unused) {
  (void)unused;
  uint32_t done = 0, quiet_ms = 0, complete_ms = 0;
  for (;;) {
    bool was_complete = heddle_rt_is_complete();
    uint32_t ms = rest();
    if (heddle_rt_is_reported()) return NULL;
    heddle_rt_show_progress();
    if (heddle_rt_is_complete() && heddle_rt_schedule->expected == HEDDLE_EXPECT_END) {
      if (!wake_signalled()) return NULL;
    } else if (heddle_rt_is_complete()) {
      complete_ms += was_complete ? ms : 0;
      check_end(complete_ms);
    } else {
      uint32_t now = acts_done();
      quiet_ms = now == done ? quiet_ms + ms : 0;
      done = now;
      check_progress(quiet_ms);
    }
  }
}

static uint64_t progress_of_held(void) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < heddle_rt_newest_plan()->head->threads; ++i)
    sum += __atomic_load_n(&heddle_rt_held[i].lane.events, __ATOMIC_RELAXED);
  return sum;
}

static bool somebody_waits(void) {
  for (uint32_t i = 0; i < heddle_rt_newest_plan()->head->threads; ++i) {
    uint32_t arrival = HEDDLE_RT_LOAD(heddle_rt_held[i].arrival);
    if (heddle_rt_threads[i].started && arrival != 0 && arrival != HEDDLE_KEY_END + 1) return true;
  }
  return false;
}

/* The first thread may end by pthread_exit; then the program ends with its last thread, which must not be this one. */
static bool all_have_ended(void) {
  for (uint32_t i = 0; i < heddle_rt_newest_plan()->head->threads; ++i)
    if (heddle_rt_threads[i].started && !HEDDLE_RT_LOAD(heddle_rt_held[i].ended)) return false;
  return true;
}

static void* watch_held(void* unused) {
  static const struct timespec look = {0, LOOK_MS * 1000000};
  (void)unused;
  uint64_t before = 0;
  uint32_t quiet_ms = 0;
  uint32_t looks = 0;
  for (bool told = false; !heddle_rt_is_reported() && !HEDDLE_RT_LOAD(heddle_rt_freed);) {
    nanosleep(&look, NULL);
    heddle_rt_show_progress();
    if (all_have_ended()) return NULL;
    if (++looks % LOOKS_TO_PLAN == 0) heddle_rt_look_for_plan();
    uint64_t now = progress_of_held();
    quiet_ms = now == before ? quiet_ms + LOOK_MS : 0;
    if (now != before) told = false;
    before = now;
    if (told || quiet_ms < heddle_rt_newest_plan()->head->patience_ms || !somebody_waits()) continue;
    heddle_rt_say_who_waits("nothing has happened for a while; the threads:");
    told = true;
  }
  return NULL;
}

const char* heddle_rt_start_watchdog(void) {
  void* (*watch_mode)(void*) = heddle_mode == HEDDLE_HELD ? watch_held : watch;
  pthread_attr_t attributes;
  pthread_t thread;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, STACK);
  int result = pthread_create(&thread, &attributes, watch_mode, NULL);
  if (result != 0) { /* thread-local variables of the program need more room than that */
    pthread_attr_setstacksize(&attributes, 1 << 23);
    result = pthread_create(&thread, &attributes, watch_mode, NULL);
  }
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return result == 0 ? NULL : "cannot be followed: no thread for the watchdog";
}
