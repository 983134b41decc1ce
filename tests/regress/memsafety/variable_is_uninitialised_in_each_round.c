// SPDX-License-Identifier: GPL-3.0-or-later
// A variable that begins anew has no value yet, also if the one of the round before had one.
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

static void set(int *v) { *v = 1; }

int main(void) {
  for (int i = 0; i < 2; i++) {
    int v;
#ifndef FIXED
    if (i == 0)
#endif
      set(&v);
    assert(v == 1);
  }
}
