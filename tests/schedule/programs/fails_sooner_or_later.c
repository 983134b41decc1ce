// SPDX-License-Identifier: GPL-3.0-or-later
// The second thread may go before the first store, but not for ever.
// expect: unsafe no safe some counterexample
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *t1(void *u) {
  for (;;) {
    int l = x;
    assert(l == 0);
  }
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, t1, 0);
  x = 1;
  for (;;) {
    x = 2;
  }
}
