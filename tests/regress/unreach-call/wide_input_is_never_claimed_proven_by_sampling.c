// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown|false
// x * x == 1522756 holds for 1234 only, which the program does not name: no sample may be taken for a proof.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x < 5000) assert(x * x != 1522756);
  return 0;
}
