// SPDX-License-Identifier: GPL-3.0-or-later
// construct: copy of variable size
// expect: unreach-call=true
// engines: explore; bmc-order, bmc-lazy, bmc-eager unknown "the size of a block of memory that is not a constant"
// engines: induction, invariants unknown "no proof found"; impact unknown "one of the model, but not of the program"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-eager; impact; walk
// engines: bmc-order, bmc-lazy unknown "the size of a block of memory that is not a constant"
// engines: induction, invariants unknown "no proof found"
// A thread copies one to four bytes. With BUG main looks before the join.
#include <assert.h>
#include <pthread.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
static char from[4] = {1, 1, 1, 1}, to[4];
static unsigned size;

static void *copy(void *arg) {
  memcpy(to, from, size);
  return arg;
}

int main(void) {
  pthread_t t;
  size = __VERIFIER_nondet_uchar() % 4 + 1;
  pthread_create(&t, 0, copy, 0);
#ifdef BUG
  assert(to[0] == 1);
#endif
  pthread_join(t, 0);
  assert(to[size - 1] == 1);
}
