// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: bmc-lazy, bmc-eager unknown "block of unknown size"
// Blocks of unknown size are followed up to a bound.
#include <assert.h>
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char count = __VERIFIER_nondet_uchar();
  char *block = malloc(count + 1ul);
  block[count] = 1;
  assert(block[count] == 1);
  return 0;
}
