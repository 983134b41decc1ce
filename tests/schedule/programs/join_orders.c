// SPDX-License-Identifier: GPL-3.0-or-later
// main waits for the end of the thread; the last store decides.
// expect: partially-safe some safe some counterexample
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *t1(void *u) {
  x = 1;
  int l = x;
  assert(l == 1);
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, t1, 0);
  x = 2;
  pthread_join(t, 0);
  int l = x;
  assert(l == 1);
  return 0;
}
