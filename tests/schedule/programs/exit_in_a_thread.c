// SPDX-License-Identifier: GPL-3.0-or-later
// A thread ends the program. A schedule in which it does so before main looks is safe.
// expect: unsafe|partially-safe|unknown some counterexample
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x;
static void *t1(void *u) {
  x = 1;
  exit(0);
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, t1, 0);
  for (;;) {
    int l = x;
    assert(l == 0);
  }
}
