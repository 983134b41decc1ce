// SPDX-License-Identifier: GPL-3.0-or-later
// The switch jumps over the declaration of `x`; its life begins all the same, and ends with the block.
// expect: valid-memsafety=false unreach-call=unknown
// line: 31
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
