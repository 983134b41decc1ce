// SPDX-License-Identifier: GPL-3.0-or-later
// Mutual exclusion is not enough: the next holder is ordered after the last one only if it acquires and the last one released.
// expect: no-data-race=false
// variant: -DGIVE=memory_order_relaxed -DTAKE=memory_order_acquire => no-data-race=false
// variant: -DTAKE=memory_order_acquire => no-data-race=true
// variant: -DFENCE => no-data-race=true
#include <pthread.h>
#include <stdatomic.h>

#ifndef TAKE
#define TAKE memory_order_relaxed
#endif
#ifndef GIVE
#define GIVE memory_order_release
#endif

static atomic_int held;
static int data;

static void *worker(void *arg) {
  while (atomic_exchange_explicit(&held, 1, TAKE)) {
  }
#ifdef FENCE
  atomic_thread_fence(memory_order_acquire);
#endif
  data++;
  atomic_store_explicit(&held, 0, GIVE);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
