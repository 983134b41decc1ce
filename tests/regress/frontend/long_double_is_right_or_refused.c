// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true|unknown|refused
#include <assert.h>

int main(void) {
  volatile long double third = 1.0L / 3;
  assert(third * 3 > 0.99L);
  return 0;
}
