// SPDX-License-Identifier: GPL-3.0-or-later
// construct: compare-and-swap
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; induction; impact; invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// Two threads add by compare-and-swap. With BUG a failed attempt is not repeated.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;

static void *add(void *arg) {
  int seen = atomic_load(&n);
#ifdef BUG
  atomic_compare_exchange_strong(&n, &seen, seen + 1);
#else
  while (!atomic_compare_exchange_strong(&n, &seen, seen + 1)) {}
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
