// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// engines: auto; bmc-order, bmc-lazy, bmc-eager, induction unreach-call=unknown
// variant: -DFIXED => valid-memsafety=true|unknown unreach-call=true no-data-race=true
// engines: auto; bmc-order unreach-call=true no-data-race=true; impact
// engines: bmc-lazy, bmc-eager, induction unreach-call=true|unknown no-data-race=true|unknown; impact
// line: 20
// Each round of the loop has a `v` of its own.
#include <assert.h>

int main(void) {
  int *kept = 0;
  for (int i = 0; i < 2; i++) {
    int v = i;
#ifdef FIXED
    kept = &v;
#else
    if (i == 0) kept = &v;
#endif
    assert(*kept == i);
  }
}
