// SPDX-License-Identifier: GPL-3.0-or-later
// A wait on a condition variable that is cancelled has the mutex again; without a handler nobody unlocks it.
// expect: no-deadlock=false unreach-call=true no-data-race=true
// variant: -DHANDLER => no-deadlock=true unreach-call=true no-data-race=true
// variant: -DHANDLER --data-model ilp32 => no-deadlock=true unreach-call=true no-data-race=true
// variant: --reduction none -DHANDLER => no-deadlock=true unreach-call=true no-data-race=true
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, unlocked;

static void unlock(void *mutex) {
  unlocked++;
  pthread_mutex_unlock(mutex);
}

static void *waiter(void *unused) {
  pthread_mutex_lock(&lock);
#ifdef HANDLER
  pthread_cleanup_push(unlock, &lock);
#endif
  while (!ready) pthread_cond_wait(&changed, &lock);
#ifdef HANDLER
  pthread_cleanup_pop(1);
#else
  unlock(&lock);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, waiter, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
  pthread_mutex_lock(&lock);
  assert(unlocked == 1);
  pthread_mutex_unlock(&lock);
  return 0;
}
