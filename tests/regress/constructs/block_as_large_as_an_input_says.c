// SPDX-License-Identifier: GPL-3.0-or-later
// construct: block of variable size
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; induction, invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// A thread writes the last element of a block whose size is an input. With BUG main reads it too early.
#include <assert.h>
#include <pthread.h>

#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned size;

static void *fill(void *block) {
  ((int *)block)[size - 1] = 9;
  return block;
}

int main(void) {
  pthread_t t;
  size = __VERIFIER_nondet_uchar() % 4 + 1;
  int *block = calloc(size, sizeof *block);
  pthread_create(&t, 0, fill, block);
#ifdef BUG
  assert(block[size - 1] == 9);
#endif
  pthread_join(t, 0);
  assert(block[size - 1] == 9);
  free(block);
}
