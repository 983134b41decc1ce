// SPDX-License-Identifier: GPL-3.0-or-later
// construct: content of an array
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; induction, invariants unknown "no proof found"
// slow: impact
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// Each thread fills its half of an array; an input chooses which element main looks at. With BUG the halves leave out
// an element.
#include <assert.h>
#include <pthread.h>

#ifdef BUG
#define END 3
#else
#define END 4
#endif
extern unsigned char __VERIFIER_nondet_uchar(void);
static int array[4];

static void *fill(void *arg) {
  for (int i = 2; i < END; i++) array[i] = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, fill, 0);
  array[0] = array[1] = 1;
  pthread_join(t, 0);
  assert(array[__VERIFIER_nondet_uchar() % 4] == 1);
}
