// SPDX-License-Identifier: GPL-3.0-or-later
// construct: variable-length array
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; induction, invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// A thread fills an array whose length is an input. With BUG main reads it before the join.
#include <assert.h>
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned length;

static void *fill(void *array) {
  for (unsigned i = 0; i < length; i++) ((int *)array)[i] = 1;
  return array;
}

int main(void) {
  pthread_t t;
  length = __VERIFIER_nondet_uchar() % 2 + 1;
  int array[length];
  array[0] = 0;
  pthread_create(&t, 0, fill, array);
#ifdef BUG
  assert(array[0] == 1);
#endif
  pthread_join(t, 0);
  assert(array[0] == 1);
}
