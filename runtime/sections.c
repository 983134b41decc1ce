/* SPDX-License-Identifier: Apache-2.0 */
/* Atomic sections. Free: one mutex for all of them. Record: the log stays in hand. Replay: the acts of a section share
 * an order, and the thread keeps its turn until the last of them is done (acts.c). Event 0: the section is a function
 * and its begin and end are no acts; only that it cannot begin (BLOCK) is in a list. */
#include <pthread.h>

#include "internal.h"

static pthread_mutex_t section = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static _Thread_local unsigned sections_held __attribute__((tls_model("initial-exec")));

static bool is_in_schedule(void) { return heddle_mode == HEDDLE_REPLAY && heddle_rt_self && !heddle_rt_runs_free(); }

/* The begin of a section without an event: is there nothing to do? */
static bool passes_unlisted(void) {
  struct heddle_rt_thread* t = heddle_rt_self;
  const struct heddle_act* next = heddle_rt_following(t, 0, 0);
  if (next && next->kind == HEDDLE_BLOCK) return false;
  return t->next != t->count || heddle_rt_schedule->expected != HEDDLE_EXPECT_END;
}

void heddle_AtomicBegin(uint32_t event) {
  if (heddle_mode == HEDDLE_RECORD) {
    heddle_rt_log_enter();
    heddle_rt_log(event, HEDDLE_PERFORM, 0, 0);
    return;
  }
  if (event == 0 && is_in_schedule() && passes_unlisted()) return;
  const struct heddle_act* act =
      heddle_mode == HEDDLE_REPLAY ? heddle_rt_reach(event, HEDDLE_RT_MAY_BLOCK, NULL, 0) : NULL;
  if (!act) {
    pthread_mutex_lock(&section);
    ++sections_held;
    return;
  }
  if (act->kind == HEDDLE_BLOCK) heddle_rt_hold(heddle_rt_self, act);
  heddle_rt_done(heddle_rt_self, act);
}

void heddle_AtomicEnd(uint32_t event) {
  if (heddle_mode == HEDDLE_RECORD) {
    heddle_rt_log(event, HEDDLE_PERFORM, 0, 0);
    heddle_rt_log_changed();
    heddle_rt_log_leave();
    return;
  }
  if (event == 0 && is_in_schedule()) return;
  const struct heddle_act* act = heddle_mode == HEDDLE_REPLAY ? heddle_rt_reach(event, 0, NULL, 0) : NULL;
  if (act) {
    heddle_rt_done(heddle_rt_self, act);
  } else if (sections_held != 0) { /* a section may begin in the schedule and end after it */
    --sections_held;
    pthread_mutex_unlock(&section);
  }
}

/* A false assumption: no execution goes on from here. Natively a section cannot be taken back and tried again later, so
 * a guard inside one ends the process as well. In a schedule all assumptions hold, or the program has left it. */
void heddle_Assume(uint32_t event, int condition) {
  struct heddle_rt_thread* t = heddle_mode == HEDDLE_REPLAY ? heddle_rt_self : NULL;
  const struct heddle_act* act = t ? heddle_rt_reach_if_listed(event) : NULL;
  if (act && condition) heddle_rt_done(t, act);
  if (condition) return;
  if (t && t->next != t->count) heddle_rt_diverged(t, t->acts[t->next].event, event);
  if (t && !heddle_rt_runs_free()) heddle_rt_reach(event, 0, NULL, 0);
  heddle_rt_report(HEDDLE_FINISHED, 0, 0, 0);
  heddle_rt_leave();
}
