// SPDX-License-Identifier: GPL-3.0-or-later
// A thread that may be cancelled at any instruction is no thread that the models have.
// expect: unreach-call=unknown
// reason: asynchronous cancellation
// variant: -DDEFERRED => unreach-call=true
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int in_step;

static void *worker(void *unused) {
  int old;
#ifdef DEFERRED
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old);
#else
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old);
#endif
  in_step++;
  in_step--;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  assert(in_step == 0);
  return 0;
}
