// SPDX-License-Identifier: GPL-3.0-or-later
// construct: address of a thread-local variable
// expect: unreach-call=true
// engines: explore; bmc-order, bmc-lazy, bmc-eager unknown "a thread-local variable that other threads may know"
// engines: induction, impact unknown "the address of a thread-local variable in memory"
// engines: invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; walk
// engines: bmc-order, bmc-lazy, bmc-eager unknown "a thread-local variable that other threads may know"
// engines: induction, impact unknown "the address of a thread-local variable in memory"
// engines: invariants unknown "no proof found"
// A thread writes a thread-local variable of main through its address. With BUG the thread writes its own.
#include <assert.h>
#include <pthread.h>

static _Thread_local int n;

static void *set(void *arg) {
#ifdef BUG
  arg = &n;
#endif
  *(int *)arg = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, &n);
  pthread_join(t, 0);
  assert(n == 1);
}
