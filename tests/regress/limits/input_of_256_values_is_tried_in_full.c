// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: explore
// variant: -DLAST=256 => unreach-call=unknown
// An input of which 256 values are left is decided by trying them all; of a wider one, some values are tried.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
#ifndef LAST
#define LAST 255
#endif

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x >= 0 && x <= LAST);
  assert(x * x <= LAST * LAST);
}
