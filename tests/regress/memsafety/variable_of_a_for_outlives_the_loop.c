// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// engines: auto; bmc-order, bmc-lazy, bmc-eager, induction unreach-call=unknown
// variant: -DFIXED => valid-memsafety=true|unknown unreach-call=true no-data-race=true
// engines: auto; bmc-order unreach-call=true no-data-race=true; impact
// engines: bmc-lazy, bmc-eager, induction unreach-call=true|unknown no-data-race=true|unknown; impact
// line: 21
#include <assert.h>

int main(void) {
  int *p = 0;
#ifdef FIXED
  int i;
  for (i = 0; i < 2; i++) p = &i;
#else
  for (int i = 0; i < 2; i++) {
    if (p) assert(*p == i);
    p = &i;
  }
#endif
  assert(*p == 2);
}
