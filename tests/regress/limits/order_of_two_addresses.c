// SPDX-License-Identifier: GPL-3.0-or-later
// Engines other than explore do not order the addresses of different objects; nobody knows how far they are apart.
// expect: unreach-call=true
// engines: explore; bmc-order unknown; bmc-lazy unknown
// variant: -DDISTANCE => unreach-call=unknown
// engines: explore "a pointer is used as a number"; bmc-order
#include <assert.h>

static int x, y;

int main(void) {
#ifdef DISTANCE
  assert((char *)&x - (char *)&y < 4096);
#else
  assert(&x < &y || &y < &x);
#endif
}
