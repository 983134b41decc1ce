// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: explore 2 states; bmc-order, bmc-lazy, bmc-eager
// variant: -DOLD => unreach-call=unknown
// The old block is gone, its content is not.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *a = malloc(sizeof(int));
  a[0] = 7;
  int *b = realloc(a, 3 * sizeof(int));
  b[2] = 9;
  assert(b[0] == 7 && b[2] == 9);
#ifdef OLD
  a[0] = 8;
#endif
  return 0;
}
