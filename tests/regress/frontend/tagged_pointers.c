// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true|unknown
// A bit hidden in the low end of a pointer: right or unknown, never wrong.
#include <assert.h>
#include <stdint.h>

static int value = 5;

int main(void) {
  uintptr_t tagged = (uintptr_t)&value | 1;
  assert(tagged & 1);
  int *p = (int *)(tagged & ~(uintptr_t)1);
  assert(*p == 5);
  return 0;
}
