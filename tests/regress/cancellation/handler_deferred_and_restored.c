// SPDX-License-Identifier: GPL-3.0-or-later
// pthread_cleanup_push_defer_np makes the type deferred and pthread_cleanup_pop_restore_np what it was.
// expect: unreach-call=true
// variant: -DNOT_RESTORED => unreach-call=false
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int handled;

static void handle(void *unused) {
  (void)unused;
  handled++;
}

static void *worker(void *unused) {
  int old;
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old);
  pthread_cleanup_push_defer_np(handle, NULL);
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old);
  assert(old == PTHREAD_CANCEL_DEFERRED);
  pthread_cleanup_pop_restore_np(1);
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old);
#ifdef NOT_RESTORED
  assert(old == PTHREAD_CANCEL_DEFERRED);
#else
  assert(old == PTHREAD_CANCEL_ASYNCHRONOUS);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  assert(handled == 1);
  return 0;
}
