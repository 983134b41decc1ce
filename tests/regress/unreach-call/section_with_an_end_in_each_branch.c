// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: explore 8 states; bmc-order; impact
// The section is one point in time on both ways out of it.
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int x, y, z;

static void *worker(void *arg) {
  __VERIFIER_atomic_begin();
  x = 1;
  if (z) {
    y = 1;
    __VERIFIER_atomic_end();
    z = 2;
  } else {
    y = 1;
    __VERIFIER_atomic_end();
    z = 3;
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  __VERIFIER_atomic_begin();
  int a = x, b = y;
  __VERIFIER_atomic_end();
  assert(a == b);
  pthread_join(t, 0);
  return 0;
}
