// SPDX-License-Identifier: GPL-3.0-or-later
// gcc's built-ins take _Atomic objects.
// expect: unreach-call=true no-data-race=true
// variant: -DPLAIN => unreach-call=true
#include <assert.h>
#include <stdatomic.h>

static _Atomic int x;
static atomic_long y;
static int plain;

int main(void) {
  int seen = 0;
  _Atomic int *p = &x;
  __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
  assert(__atomic_fetch_add(p, 2, __ATOMIC_RELAXED) == 1);
  assert(__sync_fetch_and_add(&x, 1) == 3 && __sync_add_and_fetch(&x, 1) == 5);
  assert(__sync_bool_compare_and_swap(&y, 0, 7) && __sync_val_compare_and_swap(&y, 7, 8) == 7);
  __atomic_load(&x, &seen, __ATOMIC_ACQUIRE);
  assert(seen == 5 && __sync_lock_test_and_set(&x, 9) == 5);
  __sync_lock_release(&x);
  assert(x == 0 && y == 8);
#ifdef PLAIN  // and the functions of <stdatomic.h> plain ones
  atomic_store(&plain, 4);
  assert(atomic_load(&plain) == 4);
#endif
}
