// SPDX-License-Identifier: GPL-3.0-or-later
// What is stored depends on an input. A schedule must be safe for all inputs: the other thread goes behind the second store.
// expect: partially-safe some safe some counterexample
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int __VERIFIER_nondet_int(void);
static atomic_int x;
static void *t1(void *u) {
  for (;;) {
    int l = x;
    assert(l != 3);
  }
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, t1, 0);
  for (;;) {
    int v = __VERIFIER_nondet_int();
    if (v > 2) x = v;
    x = 0;
  }
}
