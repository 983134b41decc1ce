// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: explore; bmc-order
// An atomic section that ends in two places: what follows one of its ends is not atomic.
#include <assert.h>
#include <pthread.h>
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int x;

static void *thread(void *arg) {
  _Bool short_way = __VERIFIER_nondet_bool();
  __VERIFIER_atomic_begin();
  x = 1;
  if (short_way) {
    __VERIFIER_atomic_end();
  } else {
    __VERIFIER_atomic_end();
    x = 2;
    x = 3;
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  __VERIFIER_atomic_begin();
  int seen = x;
  __VERIFIER_atomic_end();
  assert(seen != 2);
  pthread_join(t, 0);
  return 0;
}
