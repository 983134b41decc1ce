/* SPDX-License-Identifier: Apache-2.0 */
/* A thread comes to a place of the program: what does its list say? Either the next act is this event, and then it
 * waits for its turn; or it is another one, and then the program has left the schedule; or the list is at its end, and
 * then the thread stays here, so that nothing happens that the schedule does not know, unless the whole schedule is
 * done and the rest is free. */
#include <limits.h>

#include "internal.h"

uint32_t heddle_rt_threads_left;
uint32_t heddle_rt_failing;
static uint32_t stops_reached;

void heddle_rt_state(struct heddle_rt_thread* t, uint32_t state) { HEDDLE_RT_STORE(t->status->state, state); }

/* The turn ends after the count of threads has changed: both are looked at. */
bool heddle_rt_is_complete(void) {
  return HEDDLE_RT_LOAD(heddle_rt_threads_left) == 0 && HEDDLE_RT_LOAD(heddle_rt_cursor) >= heddle_rt_schedule->orders;
}

bool heddle_rt_runs_free(void) { return heddle_rt_schedule->expected == HEDDLE_EXPECT_END && heddle_rt_is_complete(); }

void heddle_rt_park(struct heddle_rt_thread* t) {
  heddle_rt_state(t, HEDDLE_STOPPED);
  heddle_rt_sleep_for_ever();
}

/* Comes to rest at `act`; the state is set first, since being done may be the end of it all. */
void heddle_rt_hold(struct heddle_rt_thread* t, const struct heddle_act* act) {
  heddle_rt_state(t, HEDDLE_STOPPED);
  heddle_rt_done(t, act);
  heddle_rt_sleep_for_ever();
}

void heddle_rt_diverged(struct heddle_rt_thread* t, uint32_t expected_event, uint32_t event) {
  HEDDLE_RT_NOTE(t->status->event, event);
  HEDDLE_RT_NOTE(t->status->expected_event, expected_event);
  heddle_rt_conclude(HEDDLE_DIVERGED, t->id, 0, 0);
}

/* EXPECT_END: sleeps until all lists are done. */
void heddle_rt_await_completion(struct heddle_rt_thread* t) {
  uint32_t left;
  heddle_rt_state(t, HEDDLE_STOPPED);
  while ((left = HEDDLE_RT_LOAD(heddle_rt_threads_left)) != 0)
    heddle_rt_futex_wait(&heddle_rt_threads_left, left, NULL);
  while (!heddle_rt_is_complete()) heddle_rt_pause(); /* the last one is about to end its turn */
  heddle_rt_state(t, HEDDLE_RUNNING);
}

/* The run-time never hears of the end of an access that a fault interrupted for good. */
void heddle_rt_leave_access(struct heddle_rt_thread* t) {
  const struct heddle_act* act = t->current;
  t->current = NULL;
  if (act) heddle_rt_done(t, act);
}

void heddle_rt_let_others_finish(void) {
  struct heddle_rt_thread* t = heddle_rt_self;
  if (heddle_mode != HEDDLE_REPLAY || heddle_rt_schedule->expected != HEDDLE_EXPECT_END || !t) return;
  heddle_rt_leave_access(t);
  if (t->next == t->count) heddle_rt_await_completion(t);
}

/* Acts that end the schedule are due after everything that has an order, if they have none of their own. */
void heddle_rt_await_act(struct heddle_rt_thread* t, const struct heddle_act* act) {
  if (act->order >= 0)
    heddle_rt_await(t, (uint32_t)act->order);
  else if (act->kind == HEDDLE_BLOCK || act->kind == HEDDLE_FAIL)
    heddle_rt_await(t, heddle_rt_schedule->orders);
}

/* Is the act at t->next - 1 the last one of its order? Over all acts of a list this looks at each act once. */
static bool keeps_turn(const struct heddle_rt_thread* t, int32_t order) {
  for (uint32_t i = t->next; i < t->count; ++i)
    if (t->acts[i].order >= 0) return t->acts[i].order == order;
  return false;
}

void heddle_rt_done(struct heddle_rt_thread* t, const struct heddle_act* act) {
  if (act->kind == HEDDLE_FAIL) {
    heddle_rt_state(t, HEDDLE_STOPPED);
    heddle_rt_conclude(HEDDLE_REPRODUCED, t->id, 0, 0);
  }
  HEDDLE_RT_NOTE(t->next, t->next + 1);
  /* Counted before the turn ends: the thread that has the next turn finds all threads counted that are done. */
  bool is_last = t->next == t->count && __atomic_sub_fetch(&heddle_rt_threads_left, 1, __ATOMIC_SEQ_CST) == 0;
  if (act->order >= 0 && !keeps_turn(t, act->order)) heddle_rt_advance();
  if (is_last) {
    heddle_rt_futex_wake(&heddle_rt_threads_left, INT_MAX);
    heddle_rt_call_watchdog();
  }
}

static void show_place(struct heddle_rt_thread* t, int which) {
  t->status->address = t->address[which];
  t->status->size = t->size[which];
}

static bool overlap(uintptr_t a, size_t a_size, uintptr_t b, size_t b_size) {
  if (a_size == 0 || b_size == 0) return true; /* a call: the schedule knows what it touches */
  return a <= b ? b - a < a_size : a - b < b_size;
}

static bool is_at_stop(const struct heddle_rt_thread* t) {
  uint32_t next = __atomic_load_n(&t->next, __ATOMIC_RELAXED);
  return next != 0 && t->acts[next - 1].kind == HEDDLE_STOP;
}

static bool is_race(struct heddle_rt_thread* t, struct heddle_rt_thread* u) {
  if (!is_at_stop(t) || !is_at_stop(u)) return false;
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 2; ++k) {
      if ((i == 1 && !t->address[1]) || (k == 1 && !u->address[1])) continue;
      if (!overlap(t->address[i], t->size[i], u->address[k], u->size[k])) continue;
      show_place(t, i);
      show_place(u, k);
      return true;
    }
  return false;
}

static _Noreturn void stop(struct heddle_rt_thread* t, const struct heddle_act* act) {
  heddle_rt_state(t, HEDDLE_STOPPED);
  heddle_rt_done(t, act);
  if (__atomic_add_fetch(&stops_reached, 1, __ATOMIC_SEQ_CST) < heddle_rt_stops) heddle_rt_sleep_for_ever();
  for (uint32_t i = 0; i < heddle_rt_schedule->threads; ++i)
    for (uint32_t k = i + 1; k < heddle_rt_schedule->threads; ++k)
      if (is_race(&heddle_rt_threads[i], &heddle_rt_threads[k])) heddle_rt_conclude(HEDDLE_REPRODUCED, t->id, 0, 0);
  heddle_rt_conclude(HEDDLE_NOT_RACING, t->id, 0, 0);
}

/* The thread has come to the event of `act`. */
static const struct heddle_act* arrive(struct heddle_rt_thread* t, const struct heddle_act* act, const void* address,
                                       size_t size) {
  heddle_rt_await_act(t, act);
  if (act->kind == HEDDLE_HOLD) heddle_rt_hold(t, act);
  if (act->kind == HEDDLE_STOP || act->kind == HEDDLE_FAIL) {
    t->address[0] = (uintptr_t)address;
    t->size[0] = size;
    show_place(t, 0);
    if (act->kind == HEDDLE_STOP) stop(t, act);
    HEDDLE_RT_STORE(heddle_rt_failing, 1);
  }
  return act;
}

/* The act for `event`, at its turn; null: run free. PERFORM and FAIL are always fine, others if the caller says so. */
const struct heddle_act* heddle_rt_reach(uint32_t event, uint32_t more_kinds, const void* address, size_t size) {
  struct heddle_rt_thread* t = heddle_rt_self;
  if (!t) return NULL;
  heddle_rt_hear_signals(t);
  HEDDLE_RT_NOTE(t->status->event, event);
  if (t->next == t->count) {
    if (heddle_rt_schedule->expected != HEDDLE_EXPECT_END) heddle_rt_park(t);
    heddle_rt_await_completion(t);
    return NULL;
  }
  const struct heddle_act* act = &t->acts[t->next];
  uint32_t kinds = more_kinds | 1u << HEDDLE_PERFORM | 1u << HEDDLE_FAIL | 1u << HEDDLE_STOP | 1u << HEDDLE_HOLD;
  if (act->event != event || !(kinds >> act->kind & 1)) heddle_rt_diverged(t, act->event, event);
  return arrive(t, act, address, size);
}

/* For places that a schedule may leave out. Null also where there is no schedule. */
const struct heddle_act* heddle_rt_reach_if_listed(uint32_t event) {
  struct heddle_rt_thread* t = heddle_mode == HEDDLE_REPLAY ? heddle_rt_self : NULL;
  if (t) heddle_rt_hear_signals(t);
  if (!t || t->next == t->count || t->acts[t->next].event != event) return NULL;
  return heddle_rt_reach(event, 0, NULL, 0);
}

/* Where the list goes on behind the handlers that interrupt the thread at `at`. */
static uint32_t behind_handlers(const struct heddle_rt_thread* t, uint32_t at) {
  uint32_t depth = 0;
  for (; at < t->count && (depth != 0 || t->acts[at].kind == HEDDLE_SIGNAL); ++at) {
    depth += t->acts[at].kind == HEDDLE_SIGNAL;
    depth -= t->acts[at].kind == HEDDLE_RETURNED;
  }
  return at;
}

/* What the list has `after` acts behind the present one, if it belongs to the same event. */
const struct heddle_act* heddle_rt_following(const struct heddle_rt_thread* t, uint32_t event, uint32_t after) {
  uint32_t at = behind_handlers(t, t->next);
  while (after-- > 0 && at < t->count) at = behind_handlers(t, at + 1);
  return at < t->count && t->acts[at].event == event ? &t->acts[at] : NULL;
}
