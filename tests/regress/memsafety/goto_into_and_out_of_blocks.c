// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// engines: auto; bmc-order, bmc-lazy, bmc-eager, induction unreach-call=unknown
// variant: -DFIXED => valid-memsafety=true|unknown unreach-call=true no-data-race=true
// engines: auto; bmc-order unreach-call=true no-data-race=true; impact
// engines: bmc-lazy, bmc-eager, induction unreach-call=true|unknown no-data-race=true|unknown; impact
// line: 33
// A jump into a block begins the life of its variables, a jump out of it ends them, a jump inside of it does neither.
#include <assert.h>

int main(void) {
  int *p = 0, rounds = 0;
  goto inside;
  {
    int y;
  inside:
    y = 4;
    p = &y;
    assert(*p == 4);
    int z = 1;
    int *q = 0;
  again:
    if (q) assert(*q == 2);
    q = &z;
    *q = 2;
    if (rounds++ == 0) goto again;
    if (rounds == 2) goto inside;
    if (rounds == 3) goto outside;
  }
  assert(0);
outside:
#ifndef FIXED
  return *p;
#endif
  return 0;
}
