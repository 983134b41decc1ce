// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// line: 29
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

struct pair { int a, b; };

int main(void) {
  struct pair *p = 0;
#ifdef FIXED
  p = &(struct pair){1, 2};
#endif
  for (int i = 0; i < 2; i++) {
    struct pair *q = &(struct pair){i, 2};
#ifndef FIXED
    if (i == 0) p = q;
#endif
    assert(q->b == 2);
  }
  assert(p->b == 2);
}
