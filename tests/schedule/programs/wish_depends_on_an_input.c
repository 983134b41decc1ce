// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the section can be passed depends on an input; where it can, the assertion may fail.
// expect: partially-safe|unknown
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);
static atomic_int x, y;
static void *t1(void *u) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(x == 1);
  y = 1;
  __VERIFIER_atomic_end();
  assert(y != 1);
  return u;
}
int main(void) {
  pthread_t t;
  x = __VERIFIER_nondet_int();
  pthread_create(&t, 0, t1, 0);
  y = 2;
  return 0;
}
