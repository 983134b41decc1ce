// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// engines: explore; bmc-order
// variant: -DCOMPARE => unreach-call=true no-data-race=true
// variant: -DBROKEN => unreach-call=false
// variant: --no-symmetry => unreach-call=true no-data-race=true
// engines: explore 31 states
// A lock of our own, beside what it protects: rounds in which the flag was set already change nothing, and need no bound.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int x;
static struct {
  atomic_int held;
  int *target;
} shared = {.target = &x};

static void *add(void *arg) {
#ifdef COMPARE
  while (!__sync_bool_compare_and_swap((int *)&shared.held, 0, 1)) {
  }
#else
  while (atomic_exchange(&shared.held, 1)) {
  }
#endif
  int old = *shared.target;
#ifdef BROKEN
  atomic_store(&shared.held, 0);
#endif
  *shared.target = old + 1;
  atomic_store(&shared.held, 0);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 2);
  return 0;
}
