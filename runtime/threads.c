/* SPDX-License-Identifier: Apache-2.0 */
/* Threads. The first one is 0; a recording numbers the others as they are created, a schedule says which number each
 * gets. A thread ends in one way only, whether it returns, calls pthread_exit or is cancelled: through the destructor
 * of our key, in its last round, so that destructors of the program's own keys still belong to the thread. Under the
 * schedule of a trace it lingers after that: the model gives every thread a handle of its own, so the C library must
 * not give one out again. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>

#include "held.h"

struct heddle_rt_thread heddle_rt_threads[HEDDLE_MAX_THREADS];
_Thread_local struct heddle_rt_thread* heddle_rt_self __attribute__((tls_model("initial-exec")));
uint32_t heddle_rt_thread_count;
__attribute__((weak)) void (*heddle_at_thread_exit)(void); /* the instrumented program defines it */

static pthread_key_t end_key;

static void begin_thread(struct heddle_rt_thread* t) {
  heddle_rt_self = t;
  if (heddle_mode == HEDDLE_HELD) heddle_lane = &heddle_rt_held[t->id].lane;
  heddle_rt_alternate_stack(t);
  pthread_setspecific(end_key, t);
  heddle_rt_state(t, HEDDLE_RUNNING);
  HEDDLE_RT_STORE(t->status->tid, heddle_rt_tid());
  heddle_rt_interrupt(t);
}

/* Models of library functions have something to do at the end of a thread. */
_Thread_local bool heddle_rt_ending __attribute__((tls_model("initial-exec")));
static void run_at_exit(void) {
  if (heddle_rt_ending) return;
  heddle_rt_ending = true;
  if (heddle_at_thread_exit) heddle_at_thread_exit();
}

static void nothing_more(struct heddle_rt_thread* t) { (void)t; }
static void replay_end(struct heddle_rt_thread* t) {
  if (t->next != t->count) heddle_rt_diverged(t, t->acts[t->next].event, 0);
}
static void held_end(struct heddle_rt_thread* t) { heddle_rt_end_held(&heddle_rt_held[t->id]); }

static void end_thread(void* raw) {
  static void (*const modes[HEDDLE_MODES])(struct heddle_rt_thread*) = {nothing_more, nothing_more, replay_end,
                                                                        held_end};
  struct heddle_rt_thread* t = raw;
  if (heddle_mode == HEDDLE_FREE) return;
  run_at_exit();
  if (++t->end_rounds < PTHREAD_DESTRUCTOR_ITERATIONS) {
    pthread_setspecific(end_key, t);
    return;
  }
  modes[heddle_mode](t);
  heddle_rt_state(t, HEDDLE_EXITED);
}

static void linger(void* result) {
  struct heddle_rt_thread* t = heddle_rt_self;
  if (!heddle_follows_models || !t) return;
  if (t->next != t->count) heddle_rt_diverged(t, t->acts[t->next].event, 0);
  t->result = result;
  heddle_rt_state(t, HEDDLE_EXITED);
  HEDDLE_RT_STORE(t->ended, 1);
  heddle_rt_futex_wake(&t->ended, INT_MAX);
  heddle_rt_sleep_for_ever();
}

static struct heddle_rt_thread* lingering(unsigned long handle) {
  for (uint32_t i = 0; heddle_follows_models && i < HEDDLE_MAX_THREADS; ++i)
    if (heddle_rt_threads[i].started && heddle_rt_threads[i].handle == handle) return &heddle_rt_threads[i];
  return NULL;
}

static struct heddle_rt_thread* number(uint32_t id) {
  struct heddle_rt_thread* t = &heddle_rt_threads[id];
  t->id = id;
  t->started = 1;
  t->status = &heddle_rt_status->thread[id];
  return t;
}

void heddle_rt_prepare_threads(void) {
  pthread_key_create(&end_key, end_thread);
  heddle_rt_thread_count = 1;
  for (uint32_t i = 0; i < HEDDLE_MAX_THREADS; ++i) {
    heddle_rt_threads[i].id = i;
    heddle_rt_threads[i].status = &heddle_rt_status->thread[i];
  }
  begin_thread(number(0));
  heddle_rt_self->handle = (unsigned long)pthread_self();
}

/* Recording: a thread that libc started for somebody else comes to a place of the program. Nobody created it in the
 * recording, so that one ends, but the thread needs a number to go on. */
struct heddle_rt_thread* heddle_rt_recorded_self(void) {
  if (heddle_rt_self) return heddle_rt_self;
  heddle_rt_log_ends();
  uint32_t id = __atomic_fetch_add(&heddle_rt_thread_count, 1, __ATOMIC_RELAXED);
  if (id >= HEDDLE_MAX_THREADS) return NULL;
  begin_thread(number(id));
  return heddle_rt_self;
}

/* What a new thread needs to know; it takes it along and frees the place at once. */
struct start {
  uint32_t taken;
  void* (*function)(void*);
  void* argument;
  struct heddle_rt_thread* thread;
  sigset_t signals; /* that it blocks */
};
static struct start starts[64];

static struct start* free_start(void) {
  static const struct timespec millisecond = {0, 1000000};
  for (uint32_t i = 0;; i = (i + 1) % 64) {
    if (!__atomic_exchange_n(&starts[i].taken, 1, __ATOMIC_ACQUIRE)) return &starts[i];
    if (i == 63) nanosleep(&millisecond, NULL);
  }
}

static void* run(void* raw) {
  struct start s = *(struct start*)raw;
  __atomic_store_n(&((struct start*)raw)->taken, 0, __ATOMIC_RELEASE);
  if (s.thread) begin_thread(s.thread);
  pthread_sigmask(SIG_SETMASK, &s.signals, NULL);
  void* result = s.function(s.argument);
  run_at_exit();
  heddle_rt_forget_request((unsigned long)pthread_self());
  linger(result);
  return result;
}

/* No handler runs in the new thread before it has its number. */
struct wanted {
  void* handle;
  int detached;
  void *function, *argument;
};
static int create(const struct wanted* w, struct heddle_rt_thread* t) {
  struct start* s = free_start();
  s->function = (void* (*)(void*))(uintptr_t)w->function;
  s->argument = w->argument;
  s->thread = t;
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &s->signals);
  sigset_t before = s->signals;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  if (w->detached) pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t made;
  int result = pthread_create(&made, &attributes, run, s);
  if (result == 0) *(pthread_t*)w->handle = made;
  if (result == 0 && t) HEDDLE_RT_STORE(t->handle, (unsigned long)made);
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (result != 0) HEDDLE_RT_STORE(s->taken, 0);
  if (result != 0 && t) t->started = 0;
  return result;
}

/* The new thread's first act needs the log, so its creation is written down before it. */
static int record(uint32_t event, const struct wanted* w) {
  heddle_rt_log_enter();
  int result = EAGAIN;
  uint32_t id = heddle_rt_thread_count;
  if (id < HEDDLE_MAX_THREADS) result = create(w, number(id));
  if (result == 0) ++heddle_rt_thread_count;
  heddle_rt_log(event, HEDDLE_PERFORM, 0, result == 0 ? id : UINT64_MAX);
  heddle_rt_log_leave();
  return result;
}

static int replay(uint32_t event, const struct wanted* w) {
  const struct heddle_act* act = heddle_rt_reach(event, 0, NULL, 0);
  if (!act) return create(w, NULL);
  struct heddle_rt_thread* t = heddle_rt_self;
  int result = EAGAIN;
  if (act->value != UINT64_MAX && act->kind == HEDDLE_PERFORM) {
    if (act->value >= HEDDLE_MAX_THREADS || heddle_rt_threads[act->value].started)
      heddle_rt_diverged(t, act->event, act->event);
    result = create(w, number((uint32_t)act->value));
    if (result != 0) heddle_rt_diverged(t, act->event, act->event);
    __atomic_fetch_add(&heddle_rt_thread_count, 1, __ATOMIC_RELAXED);
  }
  heddle_rt_done(t, act);
  return result;
}

static int run_free(uint32_t event, const struct wanted* w) {
  (void)event;
  __atomic_fetch_add(&heddle_rt_thread_count, 1, __ATOMIC_RELAXED);
  return create(w, NULL);
}

/* The plan says which number the new thread has, and it begins where its creator is. */
static int hold(uint32_t event, const struct wanted* w) {
  struct heddle_rt_held* h = heddle_rt_held_self();
  const struct heddle_plan_event* e = h ? heddle_rt_gate(h, 4 * event) : NULL;
  if (!e || e->starts < 0) return run_free(event, w);
  uint32_t id = (uint32_t)e->starts;
  if (heddle_rt_threads[id].started) heddle_rt_left_plan_because("a thread was created that the schedule has already");
  heddle_rt_begin_held(id, h);
  int result = create(w, number(id));
  if (result == 0) __atomic_fetch_add(&heddle_rt_thread_count, 1, __ATOMIC_RELAXED);
  if (result != 0) heddle_rt_left_plan_because("a thread could not be created");
  heddle_rt_passed(h, e, HEDDLE_PERFORM, 0, result == 0 ? id : UINT64_MAX);
  return result;
}

int heddle_ThreadCreate(uint32_t event, void* handle, int detached, void* function, void* argument) {
  static int (*const modes[HEDDLE_MODES])(uint32_t, const struct wanted*) = {run_free, record, replay, hold};
  struct wanted w = {handle, detached, function, argument};
  return modes[heddle_mode](event, &w);
}

static void pass_free(uint32_t event) { (void)event; }
static void pass_recorded(uint32_t event) {
  heddle_rt_log_enter();
  heddle_rt_log(event, HEDDLE_PERFORM, 0, 0);
  heddle_rt_log_leave();
}
static void pass_replayed(uint32_t event) {
  const struct heddle_act* act = heddle_rt_reach(event, 0, NULL, 0);
  if (act) heddle_rt_done(heddle_rt_self, act);
}
static void pass_held(uint32_t event) { heddle_rt_note_held(event, 0); }

void heddle_ThreadExit(uint32_t event, void* result) {
  static void (*const modes[HEDDLE_MODES])(uint32_t) = {pass_free, pass_recorded, pass_replayed, pass_held};
  modes[heddle_mode](event);
  run_at_exit();
  heddle_rt_forget_request((unsigned long)pthread_self());
  linger(result);
  pthread_exit(result);
}

/* Joins. In a schedule a join that succeeds may have to wait for the last moments of the other thread, a try as well.
 * */
static int join(void* handle, const void* result) {
  struct heddle_rt_thread* t = lingering((unsigned long)(uintptr_t)handle);
  if (t && t != heddle_rt_self) {
    while (!HEDDLE_RT_LOAD(t->ended)) heddle_rt_futex_wait(&t->ended, 0, NULL);
    if (result) *(void**)(uintptr_t)result = t->result;
    return 0;
  }
  int error = pthread_join((pthread_t)(uintptr_t)handle, (void**)(uintptr_t)result);
  if (error == 0) heddle_rt_forget_request((unsigned long)(uintptr_t)handle);
  return error;
}
static int try_join(void* handle, const void* result) {
  struct heddle_rt_thread* t = lingering((unsigned long)(uintptr_t)handle);
  if (t) return HEDDLE_RT_LOAD(t->ended) ? join(handle, result) : EBUSY;
  int error = pthread_tryjoin_np((pthread_t)(uintptr_t)handle, (void**)(uintptr_t)result);
  if (error == 0) heddle_rt_forget_request((unsigned long)(uintptr_t)handle);
  return error;
}
static int attempt_join(void* handle, const void* result) {
  int r = try_join(handle, result);
  return r == EBUSY ? HEDDLE_RT_WOULD_BLOCK : r;
}

int heddle_ThreadJoin(uint32_t event, unsigned long handle, void** result) {
  static const struct heddle_rt_operation operation = {HEDDLE_RT_BLOCKING, join, attempt_join, 0};
  return heddle_rt_call(event, &operation, (void*)handle, result);
}

int heddle_ThreadCancelJoin(uint32_t event, unsigned long handle, void** result, void* requests) {
  static const struct heddle_rt_operation operation = {HEDDLE_RT_CANCELLABLE, join, attempt_join, 0};
  (void)requests;
  return heddle_rt_call(event, &operation, (void*)handle, result);
}

int heddle_ThreadTryJoin(uint32_t event, unsigned long handle, void** result) {
  static const struct heddle_rt_operation operation = {HEDDLE_RT_TRYING, try_join, join, 0};
  return heddle_rt_call(event, &operation, (void*)handle, result);
}

/* Nobody else sees these two: a schedule may leave them out, and a recording does. */
int heddle_ThreadDetach(uint32_t event, unsigned long handle) {
  const struct heddle_act* act = heddle_rt_reach_if_listed(event);
  int result = pthread_detach((pthread_t)handle);
  if (act) heddle_rt_done(heddle_rt_self, act);
  return result;
}

unsigned long heddle_ThreadSelf(uint32_t event) {
  const struct heddle_act* act = heddle_rt_reach_if_listed(event);
  if (act) heddle_rt_done(heddle_rt_self, act);
  return (unsigned long)pthread_self();
}
