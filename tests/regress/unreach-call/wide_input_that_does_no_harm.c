// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown|true no-data-race=unknown|true
// reason: input too wide
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert((x & 1) == 0 || (x & 1) == 1);
  return 0;
}
