// SPDX-License-Identifier: GPL-3.0-or-later
// Main wishes for what it has just done, and the other thread undoes it again and again: a schedule lets main go first.
// expect: safe some safe no counterexample
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);
static atomic_int a;
static int done;
static void *t1(void *u) {
  for (;;) {
    a = 0;
  }
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, t1, 0);
  for (;;) {
    a = 1;
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(a == 1);
    done = 1;
    __VERIFIER_atomic_end();
  }
}
