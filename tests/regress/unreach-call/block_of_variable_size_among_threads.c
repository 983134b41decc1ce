// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// engines: explore; bmc-order, bmc-lazy, bmc-eager
// variant: -DWRONG => unreach-call=false
// variant: -DBEYOND => unreach-call=unknown
// variant: -DARRAY => unreach-call=true no-data-race=true
// The size is known only within limits: inside of them every element is there, and behind them none.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int *elements, count;

static void *filler(void *arg) {
  elements[count - 1] = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  count = __VERIFIER_nondet_int();
  if (count < 1 || count > 3) return 0;
#ifdef ARRAY
  int array[count];
  elements = array;
#else
  elements = malloc((unsigned long)count * sizeof(int));
#endif
  elements[0] = 2;
#ifdef BEYOND
  elements[2] = 2;
#endif
  pthread_create(&t, 0, filler, 0);
  pthread_join(t, 0);
  assert(elements[count - 1] == 1);
#ifdef WRONG
  assert(elements[0] == 2);
#endif
  return 0;
}
