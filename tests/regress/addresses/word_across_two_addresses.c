// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// engines: bmc-order
// variant: -DSTORE => unreach-call=unknown
// Half of one address and half of another are none.
#include <stdint.h>
void reach_error(void);
static int g, k, *a[2];

int main(void) {
  a[0] = &g;
  a[1] = &k;
  uintptr_t *across = (uintptr_t *)((char *)a + 4);
#ifdef STORE
  *across = (uintptr_t)&g;
  if (a[0] == a[1]) reach_error();
#else
  if (*across == (uintptr_t)&g) reach_error();
#endif
  return 0;
}
