/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that synchronise, in four modes.
 * Free: the real call. Record: the call is only ever tried, with the log in hand, until it succeeds or its time is
 * over. Replay: the schedule knows what comes back. A call that succeeds there is really made, and succeeds because it
 * is its turn; a try that fails there returns at once, so that no clock and no other thread has a say. A wait that a
 * request to cancel the thread ends returns ECANCELED then; outside of schedules it asks again and again. Held: the
 * real call, at its turn; or none, if the plan does already what it is for. */
#include <errno.h>

#include "held.h"

static bool has_passed(const struct timespec* deadline) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec != deadline->tv_sec ? now.tv_sec > deadline->tv_sec : now.tv_nsec >= deadline->tv_nsec;
}

static int time_out(const struct heddle_rt_operation* o) {
  if (!o->error) return ETIMEDOUT;
  errno = o->error;
  return -1;
}

static int record(uint32_t event, const struct heddle_rt_operation* o, void* object, const void* more) {
  int result;
  heddle_rt_log_enter();
  if (o->way == HEDDLE_RT_PLAIN || o->way == HEDDLE_RT_TRYING) {
    result = o->real(object, more);
  } else {
    while ((result = o->attempt(object, more)) == HEDDLE_RT_WOULD_BLOCK) {
      if (o->way == HEDDLE_RT_TIMED && has_passed(more)) {
        result = time_out(o);
        break;
      }
      if (o->way == HEDDLE_RT_CANCELLABLE && heddle_rt_is_cancelled()) {
        result = ECANCELED;
        break;
      }
      heddle_rt_log_wait();
    }
  }
  int error = errno;
  heddle_rt_log(event, HEDDLE_PERFORM, 0, (uint64_t)(int64_t)result);
  heddle_rt_log_changed();
  heddle_rt_log_leave();
  errno = error;
  return result;
}

/* Another thread may still be on its way into a wait that releases what we want: give it a moment. */
static void succeed(uint32_t event, const struct heddle_rt_operation* o, void* object, const void* more) {
  static const struct timespec millisecond = {0, 1000000};
  for (int i = 0; o->attempt(object, more) == HEDDLE_RT_WOULD_BLOCK; ++i) {
    if (i == 200) heddle_rt_diverged(heddle_rt_self, event, event);
    nanosleep(&millisecond, NULL);
  }
}

static _Noreturn void block(const struct heddle_act* act, const struct heddle_rt_operation* o, void* object,
                            const void* more) {
  struct heddle_rt_thread* t = heddle_rt_self;
  heddle_rt_state(t, HEDDLE_IN_CALL);
  heddle_rt_done(t, act);
  o->real(object, more);
  heddle_rt_state(t, HEDDLE_RUNNING);
  heddle_rt_diverged(t, act->event, act->event);
}

static int follow(const struct heddle_act* act, const struct heddle_rt_operation* o, void* object, const void* more) {
  struct heddle_rt_thread* t = heddle_rt_self;
  int result = (int)(uint32_t)act->value;
  if (act->kind == HEDDLE_BLOCK) block(act, o, object, more);
  heddle_rt_state(t, HEDDLE_IN_CALL);
  if (o->way == HEDDLE_RT_PLAIN || o->way == HEDDLE_RT_BLOCKING ||
      (o->way == HEDDLE_RT_CANCELLABLE && result != ECANCELED))
    o->real(object, more);
  else if (result == 0 && o->way != HEDDLE_RT_CANCELLABLE && act->kind != HEDDLE_FAIL) /* what fails need not succeed */
    succeed(act->event, o, object, more);
  heddle_rt_state(t, HEDDLE_RUNNING);
  heddle_rt_done(t, act);
  if (o->error && result != 0) errno = o->error;
  return result;
}

static int ask_again(const struct heddle_rt_operation* o, void* object, const void* more) {
  static const struct timespec millisecond = {0, 1000000};
  int result;
  while ((result = o->attempt(object, more)) == HEDDLE_RT_WOULD_BLOCK) {
    if (heddle_rt_is_cancelled()) return ECANCELED;
    nanosleep(&millisecond, NULL);
  }
  return result;
}

static int run_free(uint32_t event, const struct heddle_rt_operation* o, void* object, const void* more) {
  (void)event;
  return o->way == HEDDLE_RT_CANCELLABLE ? ask_again(o, object, more) : o->real(object, more);
}

static int replay(uint32_t event, const struct heddle_rt_operation* o, void* object, const void* more) {
  bool may_block = o->way == HEDDLE_RT_BLOCKING || o->way == HEDDLE_RT_CANCELLABLE;
  const struct heddle_act* act = heddle_rt_reach(event, may_block ? HEDDLE_RT_MAY_BLOCK : 0, object, 0);
  return act ? follow(act, o, object, more) : run_free(event, o, object, more);
}

static int hold(uint32_t event, const struct heddle_rt_operation* o, void* object, const void* more) {
  struct heddle_rt_held* h = heddle_rt_held_self();
  const struct heddle_plan_event* e = h ? heddle_rt_gate(h, 4 * event) : NULL;
  int result = 0;
  if (!e || !(e->flags & HEDDLE_EVENT_ELIDED)) {
    if (h) heddle_rt_state(heddle_rt_self, HEDDLE_IN_CALL);
    result = run_free(event, o, object, more);
    if (h) heddle_rt_state(heddle_rt_self, HEDDLE_RUNNING);
  }
  int error = errno;
  if (e) heddle_rt_passed(h, e, HEDDLE_PERFORM, 0, (uint64_t)(int64_t)result);
  errno = error;
  return result;
}

int heddle_rt_call(uint32_t event, const struct heddle_rt_operation* o, void* object, const void* more) {
  static int (*const modes[HEDDLE_MODES])(uint32_t, const struct heddle_rt_operation*, void*, const void*) = {
      run_free, record, replay, hold};
  return modes[heddle_mode](event, o, object, more);
}
