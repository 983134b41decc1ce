// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// engines: auto; bmc-order, bmc-lazy, induction unreach-call=unknown
// variant: -DFIXED => valid-memsafety=true|unknown unreach-call=true
// engines: auto; impact
// line: 19
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
