// SPDX-License-Identifier: GPL-3.0-or-later
// Relaxed operations with a release fence before the store and an acquire fence behind the load order as release and acquire do.
// One of them alone orders nothing, and a fence against signal handlers is none for other threads.
// expect: no-data-race=true
// variant: -DBEFORE=atomic_thread_fence(memory_order_seq_cst) -DBEHIND=__sync_synchronize() => no-data-race=true
// variant: -DBEFORE=atomic_thread_fence(memory_order_acq_rel) => no-data-race=true
// variant: -DBEFORE=(void)0 => no-data-race=false
// variant: -DBEHIND=(void)0 => no-data-race=false
// variant: -DBEFORE=atomic_thread_fence(memory_order_acquire) => no-data-race=false
// variant: -DBEHIND=atomic_thread_fence(memory_order_release) => no-data-race=false
// variant: -DBEFORE=atomic_signal_fence(memory_order_release) => no-data-race=false
// variant: -DBEHIND=atomic_signal_fence(memory_order_seq_cst) => no-data-race=false
// variant: -DBEFORE=(void)0 -DRAISE=memory_order_release => no-data-race=true
// variant: -DBEHIND=(void)0 -DLOOK=memory_order_acquire => no-data-race=true
// variant: -DTOO_LATE => no-data-race=false
#include <pthread.h>
#include <stdatomic.h>

#ifndef BEFORE
#define BEFORE atomic_thread_fence(memory_order_release)
#endif
#ifndef BEHIND
#define BEHIND atomic_thread_fence(memory_order_acquire)
#endif
#ifndef RAISE
#define RAISE memory_order_relaxed
#endif
#ifndef LOOK
#define LOOK memory_order_relaxed
#endif

static atomic_int ready;
static int data;

static void *producer(void *arg) {
#ifdef TOO_LATE
  BEFORE;
  data = 1;
#else
  data = 1;
  BEFORE;
#endif
  atomic_store_explicit(&ready, 1, RAISE);
  return arg;
}

int main(void) {
  pthread_t t;
  int seen = 0;
  pthread_create(&t, NULL, producer, NULL);
  if (atomic_load_explicit(&ready, LOOK)) {
    BEHIND;
    seen = data;
  }
  pthread_join(t, NULL);
  return seen;
}
