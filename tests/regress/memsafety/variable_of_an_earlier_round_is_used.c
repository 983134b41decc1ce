// SPDX-License-Identifier: GPL-3.0-or-later
// Each round of the loop has a `v` of its own.
// expect: valid-memsafety=false unreach-call=unknown
// line: 25
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
