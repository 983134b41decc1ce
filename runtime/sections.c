/* SPDX-License-Identifier: Apache-2.0 */
/* Atomic sections. Free: one mutex for all of them. Record: the log stays in hand. Replay: the acts of a section share
 * an order, and the thread keeps its turn until the last of them is done (acts.c). Event 0: the section is a function
 * and its begin and end are no acts; only that it cannot begin (BLOCK) is in a list. */
#include <pthread.h>

#include "held.h"

static pthread_mutex_t section = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static _Thread_local unsigned sections_held __attribute__((tls_model("initial-exec")));

static void enter(void) {
  pthread_mutex_lock(&section);
  ++sections_held;
}
static void leave(void) { /* a section may begin in the schedule and end after it */
  if (sections_held == 0) return;
  --sections_held;
  pthread_mutex_unlock(&section);
}

static void free_begin(uint32_t event) {
  (void)event;
  enter();
}
static void free_end(uint32_t event) {
  (void)event;
  leave();
}

static void record_begin(uint32_t event) {
  heddle_rt_log_enter();
  heddle_rt_log(event, HEDDLE_PERFORM, 0, 0);
}
static void record_end(uint32_t event) {
  heddle_rt_log(event, HEDDLE_PERFORM, 0, 0);
  heddle_rt_log_changed();
  heddle_rt_log_leave();
}

static bool is_in_schedule(void) { return heddle_rt_self && !heddle_rt_runs_free(); }

/* The begin of a section without an event: is there nothing to do? */
static bool passes_unlisted(void) {
  struct heddle_rt_thread* t = heddle_rt_self;
  const struct heddle_act* next = heddle_rt_following(t, 0, 0);
  if (next && next->kind == HEDDLE_BLOCK) return false;
  return t->next != t->count || heddle_rt_schedule->expected != HEDDLE_EXPECT_END;
}

static void replay_begin(uint32_t event) {
  if (event == 0 && is_in_schedule() && passes_unlisted()) return;
  const struct heddle_act* act = heddle_rt_reach(event, HEDDLE_RT_MAY_BLOCK, NULL, 0);
  if (!act) return enter();
  if (act->kind == HEDDLE_BLOCK) heddle_rt_hold(heddle_rt_self, act);
  heddle_rt_done(heddle_rt_self, act);
}
static void replay_end(uint32_t event) {
  if (event == 0 && is_in_schedule()) return;
  const struct heddle_act* act = heddle_rt_reach(event, 0, NULL, 0);
  if (act)
    heddle_rt_done(heddle_rt_self, act);
  else
    leave();
}

/* Held: nobody who could notice comes between; the plan sees to it. */
static void held_begin(uint32_t event) {
  struct heddle_rt_held* h = heddle_rt_held_self();
  const struct heddle_plan_event* e = h ? heddle_rt_gate(h, 4 * event) : NULL;
  if (e)
    heddle_rt_passed(h, e, HEDDLE_PERFORM, 0, 0);
  else
    enter();
}
static void held_end(uint32_t event) {
  struct heddle_rt_held* h = sections_held == 0 ? heddle_rt_held_self() : NULL;
  const struct heddle_plan_event* e = h ? heddle_rt_gate(h, 4 * event) : NULL;
  if (e)
    heddle_rt_passed(h, e, HEDDLE_PERFORM, 0, 0);
  else
    leave();
}

/* A false assumption: no execution goes on from here. Natively a section cannot be taken back and tried again later, so
 * a guard inside one ends the process as well. In a schedule all assumptions hold, or the program has left it. A plan
 * promises that guards of sections hold, and its proof takes all other assumptions for granted: where one is false, the
 * program has left what was proven. */
static void free_assume(uint32_t event, int condition) {
  (void)event;
  if (condition) return;
  heddle_rt_report(HEDDLE_FINISHED, 0, 0, 0);
  heddle_rt_leave();
}
static void replay_assume(uint32_t event, int condition) {
  struct heddle_rt_thread* t = heddle_rt_self;
  const struct heddle_act* act = t ? heddle_rt_reach_if_listed(event) : NULL;
  if (act && condition) heddle_rt_done(t, act);
  if (condition) return;
  if (t && t->next != t->count) heddle_rt_diverged(t, t->acts[t->next].event, event);
  if (t && !heddle_rt_runs_free()) heddle_rt_reach(event, 0, NULL, 0);
  free_assume(event, condition);
}

static void held_assume(uint32_t event, int condition) {
  heddle_rt_note_held(event, 0);
  if (!condition) heddle_rt_left_plan_assuming(event);
}

static const struct {
  void (*begin)(uint32_t event);
  void (*end)(uint32_t event);
  void (*assume)(uint32_t event, int condition);
} modes[HEDDLE_MODES] = {[HEDDLE_FREE] = {free_begin, free_end, free_assume},
                         [HEDDLE_RECORD] = {record_begin, record_end, free_assume},
                         [HEDDLE_REPLAY] = {replay_begin, replay_end, replay_assume},
                         [HEDDLE_HELD] = {held_begin, held_end, held_assume}};

void heddle_AtomicBegin(uint32_t event) { modes[heddle_mode].begin(event); }
void heddle_AtomicEnd(uint32_t event) { modes[heddle_mode].end(event); }
void heddle_Assume(uint32_t event, int condition) { modes[heddle_mode].assume(event, condition); }
