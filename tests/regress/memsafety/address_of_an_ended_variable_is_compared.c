// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// engines: auto; bmc-order, bmc-lazy, bmc-eager, induction unreach-call=unknown
// variant: -DWITH_A_GLOBAL => valid-memsafety=false unreach-call=unknown
// engines: auto; bmc-order, bmc-lazy unreach-call=unknown
// variant: -DFIXED => valid-memsafety=true|unknown unreach-call=true no-data-race=true
// engines: auto; bmc-order unreach-call=true no-data-race=true; impact
// engines: bmc-lazy, bmc-eager, induction unreach-call=true|unknown no-data-race=true|unknown; impact
// line: 30
// What the address of a variable is worth when its block has been left, C does not say.
#include <assert.h>

static int global;

int main(void) {
  int *p = 0, *q = 0;
  {
    int a = 1;
    p = &a;
#ifdef FIXED
    p = 0;
#endif
  }
  {
    int b = 2;
    q = &b;
#ifdef WITH_A_GLOBAL
    q = &global;
#endif
    assert(p != q);
  }
}
