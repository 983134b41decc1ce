// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// engines: auto; bmc-order, bmc-lazy, bmc-eager, induction unreach-call=unknown
// variant: -DFIXED => valid-memsafety=true|unknown unreach-call=true no-data-race=true
// engines: auto; bmc-order unreach-call=true no-data-race=true; impact
// engines: bmc-lazy, bmc-eager, induction unreach-call=true|unknown no-data-race=true|unknown; impact
// line: 20
// A variable that begins anew has no value yet, also if the one of the round before had one.
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
