// SPDX-License-Identifier: GPL-3.0-or-later
// The other thread fails unless main returns first: the schedule in which it does is the only one.
// expect: partially-safe some safe some counterexample
#include <assert.h>
#include <pthread.h>
static void *t1(void *u) {
  assert(0);
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, t1, 0);
  return 0;
}
