// SPDX-License-Identifier: GPL-3.0-or-later
// An atomic section that may have to wait in its middle waits at its begin: nobody sees x == 1.
// expect: safe some safe no counterexample
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);
static atomic_int x, y;
static void *t1(void *u) {
  for (;;) {
    __VERIFIER_atomic_begin();
    x = 1;
    __VERIFIER_assume(y == 1);
    y = 0;
    x = 0;
    __VERIFIER_atomic_end();
  }
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, t1, 0);
  for (;;) {
    int l = x;
    assert(l == 0);
    y = 1;
  }
}
