// SPDX-License-Identifier: GPL-3.0-or-later
// What the address of a variable is worth when its block has been left, C does not say.
// expect: valid-memsafety=false unreach-call=unknown
// line: 36
// variant: -DWITH_A_GLOBAL => valid-memsafety=false unreach-call=unknown
// variant: -DWITH_A_GLOBAL --engine bmc-order => unreach-call=unknown
// variant: -DWITH_A_GLOBAL --engine bmc-lazy => unreach-call=unknown
// variant: --engine bmc-order => unreach-call=unknown
// variant: --engine bmc-lazy => unreach-call=unknown
// variant: --engine bmc-eager => unreach-call=unknown
// variant: --engine induction => unreach-call=unknown
// variant: -DFIXED => valid-memsafety=true|unknown unreach-call=true no-data-race=true
// variant: -DFIXED --engine bmc-order => unreach-call=true no-data-race=true
// variant: -DFIXED --engine bmc-lazy => unreach-call=true|unknown no-data-race=true|unknown
// variant: -DFIXED --engine bmc-eager => unreach-call=true|unknown no-data-race=true|unknown
// variant: -DFIXED --engine induction => unreach-call=true|unknown no-data-race=true|unknown
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
