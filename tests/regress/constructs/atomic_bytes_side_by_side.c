// SPDX-License-Identifier: GPL-3.0-or-later
// construct: atomics of one byte
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; induction, invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// Two threads add to two neighbouring atomic bytes; the first sum wraps around. With BUG the program expects the sum of
// the numbers.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static struct {
  _Atomic unsigned char a, b;
} two;

static void *add(void *arg) {
  atomic_fetch_add(&two.a, 200);
  atomic_fetch_add(&two.b, 1);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  add(0);
  pthread_join(t, 0);
  unsigned sum = two.a;
#ifdef BUG
  assert(sum == 400);
#else
  assert(sum == 144 && two.b == 2);
#endif
}
