// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// engines: auto; bmc-order, bmc-lazy, bmc-eager, induction unreach-call=unknown
// variant: -DFIXED => valid-memsafety=true|unknown unreach-call=true no-data-race=true
// engines: auto; bmc-order unreach-call=true no-data-race=true; impact
// engines: bmc-lazy, bmc-eager, induction unreach-call=true|unknown no-data-race=true|unknown; impact
// line: 26
// The switch jumps over the declaration of `x`; its life begins all the same, and ends with the block.
#include <assert.h>

static int look(int which, int **out) {
  switch (which) {
    int x;
    case 1:
      x = 5;
      *out = &x;
      return x;
    case 2:
      *out = &x;
      x = 6;
      break;
  }
#ifdef FIXED
  return 6;
#else
  return **out;
#endif
}
int main(void) {
  int *p;
  assert(look(1, &p) == 5);
  assert(look(2, &p) == 6);
}
