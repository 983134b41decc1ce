// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// engines: auto; bmc-order, bmc-lazy, bmc-eager, induction unreach-call=unknown
// variant: -DFIXED => valid-memsafety=true|unknown unreach-call=true no-data-race=true
// engines: auto; bmc-order unreach-call=true no-data-race=true; impact
// engines: bmc-lazy, bmc-eager, induction unreach-call=true|unknown no-data-race=true|unknown; impact
// line: 22
#include <assert.h>

int main(void) {
  int *p = 0;
  {
    int a = 1;
    {
      int b = 2;
      p = &a;
#ifndef FIXED
      p = &b;
#endif
      assert(*p > 0);
    }
    assert(*p > 0);
  }
}
