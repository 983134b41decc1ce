// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// engines: auto; bmc-order, bmc-lazy, bmc-eager, induction unreach-call=unknown
// variant: -DFIXED => valid-memsafety=true|unknown unreach-call=true no-data-race=true
// engines: auto; bmc-order unreach-call=true no-data-race=true; impact
// engines: bmc-lazy, bmc-eager, induction unreach-call=true|unknown no-data-race=true|unknown; impact
// line: 20
#include <assert.h>

int main(void) {
  int outer = 3;
  int *p = ({
    int inner = 3;
#ifdef FIXED
    inner == 3 ? &outer : 0;
#else
    &inner;
#endif
  });
  assert(*p == 3);
}
