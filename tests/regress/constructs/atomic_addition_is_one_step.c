// SPDX-License-Identifier: GPL-3.0-or-later
// construct: atomics
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; induction; impact; invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// Two threads add to an atomic number. With BUG an addition is a load and a store.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;

static void *add(void *arg) {
#ifdef BUG
  atomic_store(&n, atomic_load(&n) + 1);
#else
  atomic_fetch_add(&n, 1);
#endif
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  add(0);
  pthread_join(t, 0);
  assert(n == 2);
}
