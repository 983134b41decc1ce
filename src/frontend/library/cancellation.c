// SPDX-License-Identifier: GPL-3.0-or-later
// Thread cancellation as POSIX has it (2.9.5). A request waits in its thread (the builtin ThreadCancel); a thread looks
// for it at cancellation points, when its state is `enabled`, and then runs its cleanup handlers, last pushed first,
// and ends. Calls that block wait for what they want or for a request. sem_wait looks for a request first, as in the
// GNU C library; there, a join of a thread that has ended does not, and a wait on a condition variable does when it
// sleeps. The front end puts these functions in the place of the program's own calls, and only where the program
// cancels threads (make_cancellable): __heddle_cancellable_X is then called for X, and the looks stand in front of
// other cancellation points.
#include "heddle_builtins.h"

enum { kEnabled = 0, kDisabled = 1 };
enum { kDeferred = 0, kAsynchronous = 1 };
#define CANCELED ((void*)-1)

// Lies in the program's own __pthread_unwind_buf_t, which has room for it.
struct Handler {
  void (*routine)(void*);
  void* argument;
  struct Handler* below;
  int type;
};
static _Thread_local struct Handler* handlers;
static _Thread_local int state, type, ending;
static int requests;  // see ThreadCancel in src/model/builtins.def

void __heddle_asynchronous_cancellation(void);  // defined nowhere

int pthread_cancel(thread_t thread) { return __heddle_ThreadCancel(thread, &requests); }

int pthread_setcancelstate(int wanted, int* old) {
  if (wanted != kEnabled && wanted != kDisabled) return EINVAL;
  if (old != NULL) *old = state;
  state = wanted;
  return 0;
}
int pthread_setcanceltype(int wanted, int* old) {
  if (wanted != kDeferred && wanted != kAsynchronous) return EINVAL;
  if (old != NULL) *old = type;
  type = wanted;
  return 0;
}
int __heddle_cancellable_pthread_setcanceltype(int wanted, int* old) {
  if (wanted == kAsynchronous) __heddle_asynchronous_cancellation();
  return pthread_setcanceltype(wanted, old);
}

// pthread_cleanup_push and pthread_cleanup_pop, which calls the handler itself.
void __heddle_push_handler(struct Handler* handler, void (*routine)(void*), void* argument) {
  handler->routine = routine;
  handler->argument = argument;
  handler->below = handlers;
  handlers = handler;
}
void __heddle_pop_handler(struct Handler* handler) { handlers = handler->below; }
void __heddle_push_handler_and_defer(struct Handler* handler, void (*routine)(void*), void* argument) {
  __heddle_push_handler(handler, routine, argument);
  handler->type = type;
  type = kDeferred;
}
void __heddle_pop_handler_and_restore(struct Handler* handler) {
  __heddle_pop_handler(handler);
  type = handler->type;
}

// A thread that has begun to end is not cancelled any more, whatever a handler says about its state.
static int listens(void) { return state == kEnabled && !ending; }

static void end(void* result) {
  ending = 1;
  while (handlers != NULL) {
    struct Handler* top = handlers;
    handlers = top->below;
    top->routine(top->argument);
  }
  __heddle_ThreadExit(result);
}

void __heddle_cancellable_pthread_exit(void* result) { end(result); }
void __heddle_cancellable_thrd_exit(int result) { end((void*)(long)result); }

// In front of functions that are cancellation points, and of those that POSIX allows to be.
void __heddle_cancellable_pthread_testcancel(void) {
  if (listens() && __heddle_ThreadCancelled(&requests)) end(CANCELED);
}
void __heddle_may_act_upon_cancel(void) {
  if (listens() && __heddle_ThreadCancelled(&requests) && __heddle_Nondet(0, 1)) end(CANCELED);
}

// Of waits in other models.
int __heddle_a_request_has_come(void) { return listens() && __heddle_ThreadCancelled(&requests); }
void __heddle_act_upon_the_request(void) { end(CANCELED); }

int __heddle_cancellable_pthread_join(thread_t thread, void** result) {
  if (!listens()) return __heddle_ThreadJoin(thread, result);
  int error = __heddle_ThreadCancelJoin(thread, result, &requests);
  if (error == ECANCELED) end(CANCELED);
  return error;
}
int __heddle_cancellable_sem_wait(void* semaphore) {
  if (!listens()) return __heddle_SemWait(semaphore);
  __heddle_cancellable_pthread_testcancel();
  if (__heddle_SemCancelWait(semaphore, &requests) == ECANCELED) end(CANCELED);
  return 0;
}
int __heddle_cancellable_pthread_cond_wait(void* condition, void* mutex) {
  if (!listens()) return __heddle_CondWait(condition, mutex);
  int error = __heddle_CondCancelWait(condition, mutex, &requests);
  if (error == ECANCELED) end(CANCELED);
  return error;
}
int __heddle_cancellable_pthread_cond_timedwait(void* condition, void* mutex, const void* until) {
  if (!listens()) return __heddle_CondTimedWait(condition, mutex, until);
  int error = __heddle_CondCancelTimedWait(condition, mutex, &requests, until);
  if (error == ECANCELED) end(CANCELED);
  return error;
}
int __heddle_cancellable_pthread_cond_clockwait(void* condition, void* mutex, int clock, const void* until) {
  return __heddle_cancellable_pthread_cond_timedwait(condition, mutex, until);
}

// pthread_once (once.c): a routine that is cancelled has not run.
static void forget_once(void* control) { __atomic_store_n((int*)control, 0, __ATOMIC_SEQ_CST); }

int __heddle_cancellable_pthread_once(int* control, void (*routine)(void)) {
  __VERIFIER_atomic_begin();
  int seen = __atomic_load_n(control, __ATOMIC_SEQ_CST);
  __VERIFIER_assume(seen != 1);
  if (seen == 0) __atomic_store_n(control, 1, __ATOMIC_SEQ_CST);
  __VERIFIER_atomic_end();
  if (seen != 0) return 0;
  struct Handler handler;
  __heddle_push_handler(&handler, forget_once, control);
  routine();
  __heddle_pop_handler(&handler);
  __atomic_store_n(control, 2, __ATOMIC_SEQ_CST);
  return 0;
}
