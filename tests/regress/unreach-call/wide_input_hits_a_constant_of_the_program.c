// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// line: 10
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int code = __VERIFIER_nondet_int();
  if (code == 271828) assert(0);
  return 0;
}
