// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: impact
// variant: -DOTHER => unreach-call=false
// engines: impact; bmc-order
// variant: -DSAME => unreach-call=false
// engines: impact; bmc-order
// variant: -DTHREAD => unreach-call=false
// engines: impact; bmc-order
// One element of an array is written, and any one is read: what was written if it is the same, what was there before
// otherwise. OTHER and SAME take one for the other; with THREAD somebody else writes meanwhile.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static int cells[50] = {[7] = 3};

static void *writer(void *arg) {
  int k = __VERIFIER_nondet_int();
  if (k >= 0 && k < 50) cells[k] = 9;
  return arg;
}

int main(void) {
  pthread_t t;
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  if (i < 0 || i >= 50 || j < 0 || j >= 50) return 0;
#ifdef THREAD
  pthread_create(&t, 0, writer, 0);
#else
  (void)t, (void)writer;
#endif
  cells[i] = 5;
#ifdef OTHER
  assert(cells[j] == (j == 7 ? 3 : 0));
#elif defined SAME
  assert(cells[j] == 5);
#else
  assert(cells[i] == 5);
  assert(i == j || cells[j] == (j == 7 ? 3 : 0));
#endif
  return 0;
}
