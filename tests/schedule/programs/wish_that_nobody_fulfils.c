// SPDX-License-Identifier: GPL-3.0-or-later
// An atomic section waits for what never comes, and main for the thread: every schedule ends in a deadlock.
// expect: unsafe no safe some counterexample
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);
static atomic_int x, y;
static void *t1(void *u) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(y == 7);
  x = 0;
  __VERIFIER_atomic_end();
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, t1, 0);
  y = 1;
  pthread_join(t, 0);
  return 0;
}
