/* SPDX-License-Identifier: Apache-2.0 */
/* Barriers. Between its turn and its entry into the real barrier a thread could be overtaken, and the wrong threads
 * would be let go together; so arrivals are counted here, at the turn. A round is over when its last number was given
 * out. Counts only grow: a thread that is slow to leave still sees that its round is over, even when the barrier has
 * been destroyed and its place in the table is used again. A thread that the schedule leaves at a barrier for ever
 * really waits at it, alone or with others of that kind. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>

#include "held.h"

enum { BARRIERS = 64 }; /* at once; more than that are left to libc */
struct barrier {
  void* address; /* null: free */
  uint32_t needed;
  uint32_t base;    /* arrivals when it was initialised */
  uint32_t arrived; /* futex */
};
static struct barrier barriers[BARRIERS];

static struct barrier* find(void* address) {
  for (int i = 0; i < BARRIERS; ++i)
    if (HEDDLE_RT_LOAD(barriers[i].address) == address) return &barriers[i];
  return NULL;
}

static void enter_table(void* address, unsigned needed) {
  struct barrier* b = find(address);
  for (int i = 0; !b && i < BARRIERS; ++i) {
    void *nobody = NULL, **place = &barriers[i].address;
    if (__atomic_compare_exchange_n(place, &nobody, address, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
      b = &barriers[i];
  }
  if (!b) return;
  b->needed = needed;
  b->base = HEDDLE_RT_LOAD(b->arrived);
}

static int init_barrier(void* barrier, const void* count) {
  unsigned needed = (unsigned)(uintptr_t)count;
  int result = pthread_barrier_init(barrier, NULL, needed);
  if (result == 0 && heddle_mode != HEDDLE_FREE) enter_table(barrier, needed);
  return result;
}

static int destroy_barrier(void* barrier, const void* more) {
  (void)more;
  struct barrier* b = heddle_mode == HEDDLE_FREE ? NULL : find(barrier);
  if (!b) return pthread_barrier_destroy(barrier);
  HEDDLE_RT_STORE(b->address, NULL);
  return 0; /* nobody is in the real one, or somebody is for ever and libc would wait for that thread */
}

int heddle_BarrierInit(uint32_t event, void* barrier, unsigned count) {
  static const struct heddle_rt_operation operation = {HEDDLE_RT_PLAIN, init_barrier, NULL, 0};
  return heddle_rt_call(event, &operation, barrier, (const void*)(uintptr_t)count);
}

int heddle_BarrierDestroy(uint32_t event, void* barrier) {
  static const struct heddle_rt_operation operation = {HEDDLE_RT_PLAIN, destroy_barrier, NULL, 0};
  return heddle_rt_call(event, &operation, barrier, NULL);
}

/* Counts one in; the result is the count at which the round is over. */
static uint32_t arrive(struct barrier* b, bool* is_last) {
  uint32_t number = __atomic_add_fetch(&b->arrived, 1, __ATOMIC_SEQ_CST),
           in_round = (number - b->base - 1) % b->needed + 1;
  *is_last = in_round == b->needed;
  if (*is_last) heddle_rt_futex_wake(&b->arrived, INT_MAX);
  return number + (b->needed - in_round);
}

static void await_round(struct barrier* b, uint32_t end) {
  uint32_t seen;
  while ((int32_t)((seen = HEDDLE_RT_LOAD(b->arrived)) - end) < 0) heddle_rt_futex_wait(&b->arrived, seen, NULL);
}

static int wait_uncontrolled(struct barrier* b) {
  bool is_last;
  await_round(b, arrive(b, &is_last));
  return is_last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

static int follow(const struct heddle_act* act, void* barrier) {
  struct heddle_rt_thread* t = heddle_rt_self;
  uint32_t event = act->event;
  struct barrier* b = find(barrier);
  const struct heddle_act* released = act->kind == HEDDLE_PERFORM ? heddle_rt_following(t, event, 1) : NULL;
  if (released && released->kind != HEDDLE_RELEASED) released = NULL;
  bool ends = heddle_rt_schedule->expected == HEDDLE_EXPECT_END, is_last = false, counted = b && (released || ends);
  uint32_t round_end = counted ? arrive(b, &is_last) : 0;
  int result = is_last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
  heddle_rt_state(t, HEDDLE_IN_CALL);
  heddle_rt_done(t, act);
  if (counted)
    await_round(b, round_end);
  else
    result = pthread_barrier_wait(barrier);
  heddle_rt_state(t, HEDDLE_RUNNING);
  if (!released && !ends) heddle_rt_diverged(t, event, event);
  if (!released) return result;
  result = (int)(uint32_t)released->value;
  heddle_rt_await_act(t, released);
  heddle_rt_done(t, released);
  return result;
}

static int log_meeting(uint32_t event, struct barrier* b) {
  bool is_last;
  heddle_rt_log_enter();
  heddle_rt_log(event, HEDDLE_PERFORM, 0, 0);
  uint32_t end = arrive(b, &is_last);
  int result = is_last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
  if (is_last) {
    heddle_rt_log_changed();
  } else {
    heddle_rt_log_leave();
    await_round(b, end);
    heddle_rt_log_enter();
  }
  heddle_rt_log(event, HEDDLE_RELEASED, 0, (uint64_t)(int64_t)result);
  heddle_rt_log_leave();
  return result;
}

static int run_free(uint32_t event, void* barrier) {
  (void)event;
  return pthread_barrier_wait(barrier);
}

static int record(uint32_t event, void* barrier) {
  struct barrier* b = find(barrier);
  return b ? log_meeting(event, b) : pthread_barrier_wait(barrier);
}

static int go_on_free(void* barrier) {
  struct barrier* b = find(barrier);
  return b ? wait_uncontrolled(b) : pthread_barrier_wait(barrier);
}

static int replay(uint32_t event, void* barrier) {
  const struct heddle_act* act = heddle_rt_reach(event, HEDDLE_RT_MAY_BLOCK, barrier, 0);
  return act ? follow(act, barrier) : go_on_free(barrier);
}

/* The plan knows when the others are there. If the program leaves it meanwhile, the thread waits for them as ever. */
static int hold(uint32_t event, void* barrier) {
  struct heddle_rt_held* h = heddle_rt_held_self();
  const struct heddle_plan_event* e = h ? heddle_rt_gate(h, 4 * event) : NULL;
  if (!e) return go_on_free(barrier);
  struct barrier* b = e->flags & HEDDLE_EVENT_ELIDED ? NULL : find(barrier);
  bool is_last = false;
  uint32_t end = b ? arrive(b, &is_last) : 0;
  int result = is_last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
  heddle_rt_passed(h, e, HEDDLE_PERFORM, 0, 0);
  e = heddle_rt_gate(h, 4 * event + 1);
  if (b) await_round(b, end);
  if (e) heddle_rt_passed(h, e, HEDDLE_RELEASED, 0, (uint64_t)(int64_t)result);
  return result;
}

int heddle_BarrierWait(uint32_t event, void* barrier) {
  static int (*const modes[HEDDLE_MODES])(uint32_t, void*) = {run_free, record, replay, hold};
  return modes[heddle_mode](event, barrier);
}
