// SPDX-License-Identifier: GPL-3.0-or-later
// construct: release and acquire
// expect: no-data-race=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; induction; impact; invariants unknown "no proof found"
// variant: -DBUG => no-data-race=false
// engines: explore; walk; bmc-order, bmc-lazy, bmc-eager, induction, impact unknown "weak atomics"
// engines: invariants unknown "no proof found"
// A flag stored with release and loaded with acquire hands over data. With BUG the store is relaxed.
#include <pthread.h>
#include <stdatomic.h>
#ifdef BUG
#define ORDER memory_order_relaxed
#else
#define ORDER memory_order_release
#endif
static atomic_int flag;
static int data;

static void *publish(void *arg) {
  data = 1;
  atomic_store_explicit(&flag, 1, ORDER);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, publish, 0);
  if (atomic_load_explicit(&flag, memory_order_acquire)) return data;
}
