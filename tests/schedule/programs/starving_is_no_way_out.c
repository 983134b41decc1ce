// SPDX-License-Identifier: GPL-3.0-or-later
// Only a schedule that never lets the second thread go avoids the failure.
// expect: unsafe no safe some counterexample
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *t1(void *u) {
  for (;;) {
    x = 1;
    assert(0);
  }
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, t1, 0);
  for (;;) {
    x = 2;
  }
}
