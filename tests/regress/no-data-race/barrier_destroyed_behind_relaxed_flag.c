// SPDX-License-Identifier: GPL-3.0-or-later
// Whoever passes a barrier may destroy it, though the others have not moved yet. The relaxed flag orders nothing, so
// what happens before what is looked at in all executions.
// expect: no-data-race=true
// engines: explore; auto
// variant: -DTOO_EARLY => no-data-race=false
// engines: explore; walk
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static _Atomic int flag;

static void *worker(void *arg) {
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  pthread_barrier_wait(&barrier);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&t, 0, worker, 0);
  while (!atomic_load_explicit(&flag, memory_order_relaxed)) {
  }
#ifdef TOO_EARLY
  pthread_barrier_destroy(&barrier);
  pthread_barrier_init(&barrier, 0, 2);
#endif
  pthread_barrier_wait(&barrier);
#ifndef TOO_EARLY
  pthread_barrier_destroy(&barrier);
#endif
  pthread_join(t, 0);
  return 0;
}
