// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// engines: bmc-lazy, bmc-eager
// variant: -DEARLY => unreach-call=false
// engines: bmc-lazy, bmc-eager false; impact
// Whoever passes a barrier may destroy it and make another one there, though the others have not moved yet.
#include <assert.h>
#include <pthread.h>
static pthread_barrier_t barrier;
static _Atomic int before, after;

static void *worker(void *arg) {
  before = 1;
  pthread_barrier_wait(&barrier);
  after = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&t, 0, worker, 0);
  pthread_barrier_wait(&barrier);
  assert(before == 1);
#ifdef EARLY
  assert(after == 1);
#endif
  pthread_barrier_destroy(&barrier);
  pthread_barrier_init(&barrier, 0, 1);
  assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  pthread_join(t, 0);
  return 0;
}
