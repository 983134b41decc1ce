// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: induction
// variant: -DTWICE => unreach-call=false
// engines: explore; induction unknown; impact
// As many threads as an input says, each adds one without a lock: the sum is never more than their number.
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static volatile int sum, all;

static void *add(void *unused) {
  int seen = sum;
  sum = seen + 1;
#ifdef TWICE
  seen = sum;
  sum = seen + 1;
#endif
  return unused;
}

static void *look(void *unused) {
  assert(sum <= all);
  return unused;
}

int main(void) {
  pthread_t t;
  all = __VERIFIER_nondet_int();
  if (all < 1) return 0;
  pthread_create(&t, NULL, look, NULL);
  for (int i = 0; i < all; i++) pthread_create(&t, NULL, add, NULL);
}
