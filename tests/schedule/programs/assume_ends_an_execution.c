// SPDX-License-Identifier: GPL-3.0-or-later
// An assumption outside of an atomic section ends an execution; that is no failure.
// expect: safe some safe no counterexample
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_assume(int);
static atomic_int x;
static void *t1(void *u) {
  for (;;) {
    x = 1;
    x = 0;
  }
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, t1, 0);
  for (;;) {
    int l = x;
    __VERIFIER_assume(l == 1);
  }
}
