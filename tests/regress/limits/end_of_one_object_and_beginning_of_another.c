// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// engines: explore
// variant: -DINSIDE => unreach-call=true
// variant: -DHEAP => unreach-call=unknown
// variant: -DSTACK => unreach-call=unknown
// variant: -DEXCHANGE => unreach-call=unknown
// reason: whether the end of one object is the beginning of another is not known
// Compilers do put one object behind another, so that the two addresses are equal. Inside their objects, addresses of different ones never are.
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

static int a[2], b[2];
static _Atomic(int *) shared = a + 2;

int main(void) {
#if defined INSIDE
  int local[2] = {0}, *p = malloc(sizeof *p);
  if (!p) return 0;
  assert(a + 1 != b && &a[0] != &b[1] && p != a && p != local && local + 1 != p && a + 2 != b + 1 && a + 2 != b + 2);
  assert(p != NULL && a + 2 != NULL && (void *)main != (void *)a && a + 2 == &a[1] + 1);
  free(p);
#elif defined HEAP
  int *p = malloc(4), *q = malloc(4);
  if (p && q) assert(p + 1 != q);
#elif defined STACK
  int one[1] = {0}, two[1] = {0};
  assert(one + 1 != two && one[0] == two[0]);
#elif defined EXCHANGE
  int *expected = b;
  assert(!atomic_compare_exchange_strong(&shared, &expected, a));
#else
  int *p = a, *q = b;
  assert(p + 2 != q);
#endif
  return 0;
}
