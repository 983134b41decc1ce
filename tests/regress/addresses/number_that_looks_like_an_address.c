// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// engines: explore; bmc-order; bmc-lazy; bmc-eager
// variant: -DSTORED => unreach-call=unknown
// No number is the address of an object, whatever the engine makes addresses of.
#include <stdint.h>
void reach_error(void);
static int x;
static struct {
  int *p;
  uintptr_t n;
} both = {&x, 0};

int main(void) {
  uintptr_t n = 0x100000000;
#ifdef STORED
  both.n = n;
  n = both.n;
#endif
  *(int *)n = 1;
  if (x != 1) reach_error();
  return 0;
}
