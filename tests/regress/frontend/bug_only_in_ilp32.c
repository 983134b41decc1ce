// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// line: 11
// flags: --data-model ilp32
// variant: --data-model lp64 => unreach-call=true
#include <assert.h>

int main(void) {
  volatile unsigned long files = 70000, size = 70000;
  unsigned long bytes = files * size;
  assert(bytes / files == size);
  return 0;
}
