// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// engines: bmc-order; bmc-lazy
// variant: -DNUMBER => unreach-call=unknown
// variant: -DDISTANCE => unreach-call=unknown
// Where objects lie is not known.
#include <stdint.h>
void reach_error(void);
uintptr_t __VERIFIER_nondet_ulong(void);
static int a, b;

int main(void) {
#ifdef NUMBER
  uintptr_t n = __VERIFIER_nondet_ulong();
  if (n < 1000000 && (uintptr_t)&a == n) reach_error();
#elif defined DISTANCE
  if ((char *)&a - (char *)&b == 64) reach_error();
#else
  if ((uintptr_t)&a + (uintptr_t)&b == 4096) reach_error();
#endif
  return 0;
}
