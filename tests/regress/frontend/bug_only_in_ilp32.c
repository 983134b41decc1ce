// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// variant: --data-model ilp32 => unreach-call=false
// Natural with 64-bit longs, an overflow with 32.
#include <assert.h>

int main(void) {
  volatile unsigned long files = 70000, size = 70000;
  unsigned long bytes = files * size;
  assert(bytes / files == size);
  return 0;
}
