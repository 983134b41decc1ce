// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// line: 31
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

int main(void) {
  int *p = 0, n = 1;
#ifdef FIXED
  int a[n];
  a[0] = 7;
  p = a;
#else
  {
    int a[n];
    a[0] = 7;
    p = a;
  }
#endif
  {
    int b[n];
    b[0] = 9;
    assert(*p == 7);
  }
}
