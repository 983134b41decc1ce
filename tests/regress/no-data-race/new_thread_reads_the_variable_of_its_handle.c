// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false unreach-call=false no-deadlock=true
// engines: auto; bmc-order, bmc-lazy, bmc-eager no-data-race=false; induction no-data-race=unknown
// variant: -DC11 => no-data-race=false unreach-call=false no-deadlock=true
// engines: auto; impact unreach-call=false no-data-race=false
// variant: -DLOCKED => no-data-race=true unreach-call=true no-deadlock=true
// engines: auto; bmc-order no-data-race=true unreach-call=true
// variant: -DC11 -DLOCKED => no-data-race=true unreach-call=true no-deadlock=true
// engines: auto
// variant: -DASKS => no-data-race=true unreach-call=true no-deadlock=true
// engines: auto
// line: 25
// pthread_create stores the handle before it returns; the new thread may be there earlier and see what was there before.
#include <assert.h>
#include <pthread.h>
#include <threads.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t worker;

static int handle_is_mine(void) {
#if defined LOCKED
  pthread_mutex_lock(&lock);
#endif
  pthread_t stored = worker;
#if defined LOCKED
  pthread_mutex_unlock(&lock);
#endif
  return pthread_equal(stored, pthread_self());
}

static int run(void *unused) {
#if defined ASKS
  assert(!pthread_equal(pthread_self(), *(pthread_t *)unused));
#else
  assert(handle_is_mine());
#endif
  return 0;
}

static void *run_posix(void *argument) {
  run(argument);
  return NULL;
}

int main(void) {
  pthread_t me = pthread_self();
#if defined LOCKED
  pthread_mutex_lock(&lock);
#endif
#if defined C11
  thrd_create(&worker, run, &me);
#else
  pthread_create(&worker, NULL, run_posix, &me);
#endif
#if defined LOCKED
  pthread_mutex_unlock(&lock);
#endif
  pthread_join(worker, NULL);
}
