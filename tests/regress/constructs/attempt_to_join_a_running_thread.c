// SPDX-License-Identifier: GPL-3.0-or-later
// construct: attempt to join
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy, bmc-eager, induction, impact unknown "the operation ThreadTryJoin"
// engines: invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; walk; bmc-lazy, bmc-eager, induction, impact unknown "the operation ThreadTryJoin"
// engines: invariants unknown "no proof found"
// A thread that could be joined has written. With BUG main does not look at the result of the attempt.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static _Atomic int done;

static void *work(void *arg) {
  done = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  int failed = pthread_tryjoin_np(t, 0);
#ifdef BUG
  failed = 0;
#endif
  assert(failed || done);
}
