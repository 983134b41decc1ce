// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown|refused
#include <assert.h>

int main(void) {
  int x = 1;
  __asm__ volatile("incl %0" : "+r"(x));
  assert(x == 2);
  return 0;
}
