/* SPDX-License-Identifier: Apache-2.0 */
/* Condition variables. The schedule decides which thread wakes, or the recording notes it; the real condition variable
 * never does: a wait releases the real mutex and sleeps here, and a signal touches nothing real. Only a wait that the
 * schedule never ends is really begun, so that a debugger shows what the program sees. A plan also says when a sleeper
 * goes on, signalled or not: programs must expect that. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>

#include "held.h"

enum { SIGNALLED = 1, CANCELLED = 2 };
struct wait {
  void *condition, *mutex;
  const struct timespec* deadline; /* null: none */
  bool cancellable;
};
enum { WAIT_ENDS = 1u << HEDDLE_WAKE | 1u << HEDDLE_RELOCK | 1u << HEDDLE_BLOCK | 1u << HEDDLE_HOLD };

/* Replay: the wait that has no end in the list. Where the program runs on freely afterwards it may be woken then: by a
 * signal, or because a signal of the schedule may have been meant for it (the watchdog sees to that). */
static int wait_to_the_end(struct heddle_rt_thread* t, const struct heddle_act* act, void* condition, void* mutex,
                           bool timed) {
  bool ends = heddle_rt_schedule->expected == HEDDLE_EXPECT_END;
  HEDDLE_RT_STORE(t->condition, condition);
  heddle_rt_state(t, HEDDLE_IN_CALL);
  if (timed && ends) pthread_mutex_unlock(mutex);
  heddle_rt_done(t, act);
  if (timed && ends) {
    heddle_rt_await_completion(t);
    pthread_mutex_lock(mutex);
  } else {
    do pthread_cond_wait(condition, mutex);
    while (!heddle_rt_runs_free());
  }
  HEDDLE_RT_STORE(t->condition, NULL);
  heddle_rt_state(t, HEDDLE_RUNNING);
  return timed ? ETIMEDOUT : 0;
}

/* The part of a wait after the sleep: `act` is WAKE, RELOCK, or BLOCK (the mutex stays taken) or HOLD. */
static int wake_up(struct heddle_rt_thread* t, const struct heddle_act* act, void* mutex) {
  int result = (int)(uint32_t)act->value;
  uint32_t event = act->event;
  if (act->kind == HEDDLE_WAKE) {
    heddle_rt_await_act(t, act);
    heddle_rt_done(t, act);
    act = heddle_rt_following(t, event, 0);
    if (!act && t->next != t->count) heddle_rt_diverged(t, t->acts[t->next].event, event);
    if (!act && heddle_rt_schedule->expected != HEDDLE_EXPECT_END) heddle_rt_park(t);
    if (!act) {
      heddle_rt_await_completion(t);
      pthread_mutex_lock(mutex);
      return result;
    }
  }
  heddle_rt_await_act(t, act);
  if (act->kind == HEDDLE_HOLD) heddle_rt_hold(t, act);
  heddle_rt_state(t, HEDDLE_IN_CALL);
  if (act->kind == HEDDLE_BLOCK) heddle_rt_done(t, act);
  pthread_mutex_lock(mutex);
  heddle_rt_state(t, HEDDLE_RUNNING);
  if (act->kind != HEDDLE_RELOCK) heddle_rt_diverged(t, event, event);
  result = (int)(uint32_t)act->value;
  heddle_rt_done(t, act);
  return result;
}

static int follow(const struct heddle_act* act, void* condition, void* mutex, bool timed) {
  struct heddle_rt_thread* t = heddle_rt_self;
  uint32_t event = act->event;
  const struct heddle_act* end = act->kind == HEDDLE_PERFORM ? heddle_rt_following(t, event, 1) : NULL;
  if (act->kind != HEDDLE_FAIL && !(end && WAIT_ENDS >> end->kind & 1))
    return wait_to_the_end(t, act, condition, mutex, timed);
  pthread_mutex_unlock(mutex);
  heddle_rt_done(t, act);
  return wake_up(t, end, mutex);
}

/* Recording: sleepers wait on a word of their own. Everything but the sleep itself is done with the log in hand. */
static int log_wait(uint32_t event, struct heddle_rt_thread* t, const struct wait* w) {
  void *condition = w->condition, *mutex = w->mutex;
  const struct timespec* deadline = w->deadline;
  const bool cancellable = w->cancellable;
  static uint32_t tickets;
  int result = 0, locked;
  heddle_rt_log_enter();
  heddle_rt_log(event, HEDDLE_PERFORM, 0, 0);
  t->ticket = ++tickets;
  t->signalled = 0;
  t->condition = condition;
  t->cancellable = cancellable;
  pthread_mutex_unlock(mutex);
  heddle_rt_log_changed();
  heddle_rt_log_leave();
  bool in_time = true;
  while (in_time && !HEDDLE_RT_LOAD(t->signalled) && !(cancellable && heddle_rt_is_cancelled())) {
    if (deadline)
      in_time = heddle_rt_futex_wait_until(&t->signalled, 0, deadline);
    else
      heddle_rt_futex_wait(&t->signalled, 0, NULL);
  }
  heddle_rt_log_enter();
  if (!t->signalled) result = in_time ? ECANCELED : ETIMEDOUT;
  if (t->signalled == CANCELLED) result = ECANCELED;
  t->condition = NULL;
  t->cancellable = 0;
  while ((locked = heddle_rt_relock(mutex)) == HEDDLE_RT_WOULD_BLOCK) heddle_rt_log_wait();
  if (locked != 0) result = locked;
  heddle_rt_log(event, HEDDLE_RELOCK, 0, (uint64_t)result);
  heddle_rt_log_leave();
  return result;
}

static void wake_sleeper(struct heddle_rt_thread* t, uint32_t how) {
  t->condition = NULL;
  HEDDLE_RT_STORE(t->signalled, how);
  heddle_rt_futex_wake(&t->signalled, 1);
}

void heddle_rt_wake_cancelled(unsigned long handle) {
  for (uint32_t i = 0; heddle_mode == HEDDLE_RECORD && i < HEDDLE_MAX_THREADS; ++i) {
    struct heddle_rt_thread* t = &heddle_rt_threads[i];
    if (t->started && t->handle == handle && t->condition && t->cancellable) wake_sleeper(t, CANCELLED);
  }
}

static int record_signal(uint32_t event, void* condition, bool all) {
  heddle_rt_log_enter();
  heddle_rt_log(event, HEDDLE_PERFORM, 0, 0);
  struct heddle_rt_thread* first = NULL;
  for (uint32_t i = 0; i < HEDDLE_MAX_THREADS; ++i) {
    struct heddle_rt_thread* t = &heddle_rt_threads[i];
    if (t->condition != condition) continue;
    if (all)
      wake_sleeper(t, SIGNALLED);
    else if (!first || (int32_t)(t->ticket - first->ticket) < 0)
      first = t;
  }
  if (first) wake_sleeper(first, SIGNALLED);
  heddle_rt_log_leave();
  return 0;
}

static int free_signal(uint32_t event, void* condition, bool all) {
  (void)event;
  return all ? pthread_cond_broadcast(condition) : pthread_cond_signal(condition);
}

static int replay_signal(uint32_t event, void* condition, bool all) {
  const struct heddle_act* act = heddle_rt_reach(event, 0, condition, 0);
  if (!act) return free_signal(event, condition, all);
  for (uint32_t i = 0; i < heddle_rt_schedule->threads; ++i)
    if (HEDDLE_RT_LOAD(heddle_rt_threads[i].condition) == condition) HEDDLE_RT_STORE(heddle_rt_threads[i].signalled, 1);
  heddle_rt_done(heddle_rt_self, act);
  return 0;
}

/* A free run asks for requests every now and then. The mutex is held again in any case. */
static int wait_cancellably(void* condition, void* mutex, const struct timespec* deadline) {
  for (;;) {
    if (heddle_rt_is_cancelled()) return ECANCELED;
    struct timespec soon;
    clock_gettime(CLOCK_REALTIME, &soon);
    soon.tv_nsec += 2000000;
    if (soon.tv_nsec >= 1000000000) soon.tv_sec += 1, soon.tv_nsec -= 1000000000;
    bool is_last = deadline && (deadline->tv_sec != soon.tv_sec ? deadline->tv_sec < soon.tv_sec
                                                                : deadline->tv_nsec <= soon.tv_nsec);
    int result = pthread_cond_timedwait(condition, mutex, is_last ? deadline : &soon);
    if (result != ETIMEDOUT || is_last) return result;
  }
}

static int free_wait(uint32_t event, const struct wait* w) {
  (void)event;
  if (w->cancellable) return wait_cancellably(w->condition, w->mutex, w->deadline);
  return w->deadline ? pthread_cond_timedwait(w->condition, w->mutex, w->deadline)
                     : pthread_cond_wait(w->condition, w->mutex);
}

static int record_wait(uint32_t event, const struct wait* w) {
  struct heddle_rt_thread* t = heddle_rt_recorded_self();
  return t ? log_wait(event, t, w) : free_wait(event, w);
}

static int replay_wait(uint32_t event, const struct wait* w) {
  const struct heddle_act* act = heddle_rt_reach(event, HEDDLE_RT_MAY_BLOCK, w->condition, 0);
  return act ? follow(act, w->condition, w->mutex, w->deadline != NULL) : free_wait(event, w);
}

/* When the plan lets the thread go on, nobody has the mutex. If the program has left the plan in the meantime, the wait
 * ends as one without a signal. */
static int held_wait(uint32_t event, const struct wait* w) {
  struct heddle_rt_held* h = heddle_rt_held_self();
  const struct heddle_plan_event* e = h ? heddle_rt_gate(h, 4 * event) : NULL;
  if (!e) return free_wait(event, w);
  const bool elided = e->flags & HEDDLE_EVENT_ELIDED;
  if (!elided) pthread_mutex_unlock(w->mutex);
  heddle_rt_passed(h, e, HEDDLE_PERFORM, 0, 0);
  e = heddle_rt_gate(h, 4 * event + 1);
  if (!elided) pthread_mutex_lock(w->mutex);
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  const struct timespec* d = w->deadline;
  int result = d && (now.tv_sec != d->tv_sec ? now.tv_sec > d->tv_sec : now.tv_nsec >= d->tv_nsec) ? ETIMEDOUT : 0;
  if (w->cancellable && heddle_rt_is_cancelled()) result = ECANCELED;
  if (e) heddle_rt_passed(h, e, HEDDLE_RELOCK, 0, (uint64_t)result);
  return result;
}

static int held_signal(uint32_t event, void* condition, bool all) {
  struct heddle_rt_held* h = heddle_rt_held_self();
  const struct heddle_plan_event* e = h ? heddle_rt_gate(h, 4 * event) : NULL;
  if (!e) return free_signal(event, condition, all);
  heddle_rt_passed(h, e, HEDDLE_PERFORM, 0, 0);
  return 0;
}

static const struct {
  int (*wait)(uint32_t event, const struct wait* w);
  int (*signal)(uint32_t event, void* condition, bool all);
} modes[HEDDLE_MODES] = {[HEDDLE_FREE] = {free_wait, free_signal},
                         [HEDDLE_RECORD] = {record_wait, record_signal},
                         [HEDDLE_REPLAY] = {replay_wait, replay_signal},
                         [HEDDLE_HELD] = {held_wait, held_signal}};

static int wait(uint32_t event, void* condition, void* mutex, const struct timespec* deadline, bool cancellable) {
  struct wait w = {condition, mutex, deadline, cancellable};
  return modes[heddle_mode].wait(event, &w);
}

int heddle_CondWait(uint32_t event, void* condition, void* mutex) { return wait(event, condition, mutex, NULL, false); }

int heddle_CondTimedWait(uint32_t event, void* condition, void* mutex, const void* deadline) {
  return wait(event, condition, mutex, deadline, false);
}

int heddle_CondCancelWait(uint32_t event, void* condition, void* mutex, void* requests) {
  (void)requests;
  return wait(event, condition, mutex, NULL, true);
}

int heddle_CondCancelTimedWait(uint32_t event, void* condition, void* mutex, void* requests, const void* deadline) {
  (void)requests;
  return wait(event, condition, mutex, deadline, true);
}

int heddle_CondSignal(uint32_t event, void* condition) { return modes[heddle_mode].signal(event, condition, false); }

int heddle_CondBroadcast(uint32_t event, void* condition) { return modes[heddle_mode].signal(event, condition, true); }

static int init_condition(void* condition, const void* more) {
  (void)more;
  return pthread_cond_init(condition, NULL);
}
static int destroy_condition(void* condition, const void* more) {
  (void)more;
  /* The real call waits for sleepers to leave; in the model they may stay. */
  return heddle_mode == HEDDLE_FREE ? pthread_cond_destroy(condition) : 0;
}

int heddle_CondInit(uint32_t event, void* condition) {
  static const struct heddle_rt_operation operation = {HEDDLE_RT_PLAIN, init_condition, NULL, 0};
  return heddle_rt_call(event, &operation, condition, NULL);
}

int heddle_CondDestroy(uint32_t event, void* condition) {
  static const struct heddle_rt_operation operation = {HEDDLE_RT_PLAIN, destroy_condition, NULL, 0};
  return heddle_rt_call(event, &operation, condition, NULL);
}
