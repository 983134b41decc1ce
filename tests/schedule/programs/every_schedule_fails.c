// SPDX-License-Identifier: GPL-3.0-or-later
// The assertion fails whenever the thread goes, and to leave it out for ever is no schedule.
// expect: unsafe no safe some counterexample
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *t1(void *u) {
  for (;;) x = 1;
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, t1, 0);
  for (;;) {
    int l = x;
    assert(l == 5);
  }
}
