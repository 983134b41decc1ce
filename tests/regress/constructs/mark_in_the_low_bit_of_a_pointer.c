// SPDX-License-Identifier: GPL-3.0-or-later
// construct: tagged pointer
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; induction, impact unknown "an address is used as a number"
// engines: invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; walk
// engines: induction, impact unknown "an address is used as a number"; invariants unknown "no proof found"
// A thread marks a pointer in its low bit; main removes the mark before it follows the pointer. With BUG main expects
// the mark.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
static int value = 6;
static _Atomic uintptr_t word = (uintptr_t)&value;

static void *mark(void *arg) {
  atomic_store(&word, (uintptr_t)&value | 1);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, mark, 0);
  uintptr_t seen = atomic_load(&word);
#ifdef BUG
  assert(seen & 1);
#endif
  assert(*(int *)(seen & ~(uintptr_t)1) == 6);
  pthread_join(t, 0);
}
