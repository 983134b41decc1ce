// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager
// variant: -DFAR => unreach-call=unknown
// An address in an integer stays one under sums within its object, and differs from all small numbers.
#include <stdint.h>
void reach_error(void);
static int a[4];
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned k = __VERIFIER_nondet_uint() % 4;
  uintptr_t n = (uintptr_t)a + 4 * k;
  *(int *)n = 1;
  if (a[k] != 1) reach_error();
  if ((void *)n == (void *)-1 || n < 16) reach_error();
#ifdef FAR
  if (n < 1000000) reach_error();
#endif
  return 0;
}
