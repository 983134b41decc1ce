// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// engines: auto; bmc-order, bmc-lazy, bmc-eager, induction unreach-call=unknown
// variant: -DJUMPS => valid-memsafety=false unreach-call=unknown
// engines: auto
// variant: -DFIXED => valid-memsafety=true|unknown unreach-call=true no-data-race=true
// engines: auto; bmc-order unreach-call=true no-data-race=true
// engines: bmc-lazy, bmc-eager, induction unreach-call=true|unknown no-data-race=true|unknown
// A variable-length array is a new one in each round. A jump backwards over its declaration ends it as well.
#include <assert.h>

int main(void) {
  int *kept = 0;
  int first[1 + !kept];
  first[0] = 1;
#ifndef JUMPS
  for (int i = 1; i < 4; i++) {
    int a[i];
    a[i - 1] = i;
#ifdef FIXED
    kept = a;
#endif
    if (kept) assert(kept[i - 1] == i);
    kept = a;
  }
#else
  int i = 0;
again:;
  int a[i + 1];
  a[i] = i;
  if (kept) assert(kept[0] == 0);
  kept = a;
  if (++i < 2) goto again;
#endif
}
