// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true|unknown|refused
#include <assert.h>
#include <stdatomic.h>

struct big {
  long a, b, c;
};
static _Atomic struct big shared;

int main(void) {
  struct big b = {1, 2, 3};
  atomic_store(&shared, b);
  struct big c = atomic_load(&shared);
  assert(c.a == 1 && c.c == 3);
  return 0;
}
