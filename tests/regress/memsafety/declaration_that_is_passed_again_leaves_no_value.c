// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// line: 20
// variant: --engine bmc-order => unreach-call=unknown
// variant: --engine bmc-lazy => unreach-call=unknown
// variant: --engine induction => unreach-call=unknown
// variant: -DFIXED => valid-memsafety=true|unknown unreach-call=true
#include <assert.h>

static int look(int rounds) {
#ifdef FIXED
  int x;
#endif
again:;
#ifndef FIXED
  int x;
#endif
  if (rounds-- == 2) x = 1;
  if (rounds == 1) goto again;
  return x + 1;
}
int main(void) { assert(look(2) == 2); }
