// SPDX-License-Identifier: GPL-3.0-or-later
// construct: variable of a block
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager
// engines: induction, impact unknown "memory on the stack that is taken in a loop"
// engines: invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; walk
// engines: induction, impact unknown "memory on the stack that is taken in a loop"
// engines: invariants unknown "no proof found"
// Each round of a loop has a variable of its own, which a thread uses until it is joined. With BUG main looks before
// the join.
#include <assert.h>
#include <pthread.h>

static void *set(void *arg) {
  *(_Atomic int *)arg = 1;
  return arg;
}

int main(void) {
  for (int i = 0; i < 2; i++) {
    _Atomic int mine = 0;
    pthread_t t;
    pthread_create(&t, 0, set, (void *)&mine);
#ifdef BUG
    assert(mine == 1);
#endif
    pthread_join(t, 0);
    assert(mine == 1);
  }
}
