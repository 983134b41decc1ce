// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=false unreach-call=unknown
// engines: auto; bmc-order, bmc-lazy, bmc-eager, induction unreach-call=unknown
// variant: -DFIXED => valid-memsafety=true|unknown unreach-call=true no-data-race=true
// engines: auto; bmc-order unreach-call=true no-data-race=true; impact
// engines: bmc-lazy, bmc-eager, induction unreach-call=true|unknown no-data-race=true|unknown; impact
// line: 24
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
