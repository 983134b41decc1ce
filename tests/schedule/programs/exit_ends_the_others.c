// SPDX-License-Identifier: GPL-3.0-or-later
// The thread may end the program before main looks: there is a safe schedule, so it is not unsafe.
// expect: partially-safe|unknown
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x;
static void *t1(void *u) {
  x = 2;
  exit(0);
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, t1, 0);
  x = 1;
  int l = x;
  assert(l == 5);
}
