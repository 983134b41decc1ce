// SPDX-License-Identifier: GPL-3.0-or-later
// construct: fences
// expect: no-data-race=true
// engines: explore; bmc-order, bmc-lazy, bmc-eager, induction, impact unknown "weak atomics"
// engines: invariants unknown "no proof found"
// variant: -DBUG => no-data-race=false
// engines: explore; walk; bmc-order, bmc-lazy, bmc-eager, induction, impact unknown "weak atomics"
// engines: invariants unknown "no proof found"
// A relaxed flag with a fence on both sides hands over data. With BUG the fence of the writer is missing.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static int data;

static void *publish(void *arg) {
  data = 1;
#ifndef BUG
  atomic_thread_fence(memory_order_release);
#endif
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, publish, 0);
  if (atomic_load_explicit(&flag, memory_order_relaxed)) {
    atomic_thread_fence(memory_order_acquire);
    return data;
  }
}
