// SPDX-License-Identifier: GPL-3.0-or-later
// Only those bits of an address are known that the alignment of the object fixes; the others may be any.
// expect: unreach-call=false
// replay: bits of an address
// variant: -DALIGNED => unreach-call=true
#include <assert.h>
#include <stdint.h>
#ifdef ALIGNED
static int x;
#else
static char y, x;
#endif
int main(void) {
#ifndef ALIGNED
  y = 1;
#endif
  assert(((uintptr_t)&x & 3) == 0);
  return 0;
}
