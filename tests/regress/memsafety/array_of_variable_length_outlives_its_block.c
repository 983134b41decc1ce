// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// engines: auto; bmc-order, bmc-lazy, bmc-eager, induction unreach-call=unknown
// variant: -DFIXED => valid-memsafety=true|unknown unreach-call=true no-data-race=true
// engines: auto; bmc-order unreach-call=true no-data-race=true; impact
// engines: bmc-lazy, bmc-eager, induction unreach-call=true|unknown no-data-race=true|unknown; impact
// line: 26
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
