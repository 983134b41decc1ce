// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true|unknown|refused
#include <assert.h>

int main(void) {
  volatile unsigned long long a = ~0ull;
  unsigned __int128 product = (unsigned __int128)a * a;
  assert((unsigned long long)(product >> 64) == a - 1);
  return 0;
}
