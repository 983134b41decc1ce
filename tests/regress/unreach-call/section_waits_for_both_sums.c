// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: explore; bmc-order
// variant: --no-symmetry => unreach-call=true
// engines: explore 10 states
// An atomic section with a guard and a loop inside; main looks when both are done.
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int);
static int count, total;

static void *adds(void *arg) {
  __VERIFIER_atomic_begin();
  for (int i = 0; i < 3; i++) total++;
  count++;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, adds, 0);
  pthread_create(&b, 0, adds, 0);
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(count == 2);
  assert(total == 6);
  __VERIFIER_atomic_end();
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
