// SPDX-License-Identifier: GPL-3.0-or-later
// Each call has a lock of its own in the same place. A relaxed flag says that the lock is not needed any more, and orders
// nothing: the workers of the two calls race.
// expect: no-data-race=false
// engines: explore; auto; invariants no-data-race=unknown
// flags: --property no-data-race
// variant: -DONE => no-data-race=true
// engines: explore; invariants
#include <pthread.h>
#include <stdatomic.h>
static int data;
static atomic_int done;

static void *works(void *lock) {
  pthread_mutex_lock(lock);
  data++;
  pthread_mutex_unlock(lock);
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return 0;
}

static void call(void) {
  pthread_mutex_t lock;
  pthread_t t;
  pthread_mutex_init(&lock, 0);
  atomic_store_explicit(&done, 0, memory_order_relaxed);
  pthread_create(&t, 0, works, &lock);
  while (!atomic_load_explicit(&done, memory_order_relaxed)) continue;
}

int main(void) {
  call();
#ifndef ONE
  call();
#endif
}
