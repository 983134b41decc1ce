// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager
// variant: -DBROKEN => unreach-call=unknown
// What is undefined in one branch of a conditional expression does not happen in the other one.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 8;
#ifdef BROKEN
  unsigned q = 16 / n;
#else
  unsigned q = n ? 16 / n : 0;
#endif
  if (q > 16) reach_error();
  return 0;
}
