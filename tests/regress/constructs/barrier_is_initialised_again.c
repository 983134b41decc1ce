// SPDX-License-Identifier: GPL-3.0-or-later
// construct: barrier initialised again
// expect: unreach-call=true
// engines: explore; bmc-lazy; bmc-eager; induction; impact
// engines: bmc-order unknown "a barrier that may be initialised again"; invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-lazy; bmc-eager; impact; walk; bmc-order unknown "a barrier that may be initialised again"
// engines: induction, invariants unknown "no proof found"
// A barrier for one becomes a barrier for two. With BUG it stays a barrier for one.
#include <assert.h>
#include <pthread.h>

#ifdef BUG
#define PARTIES 1
#else
#define PARTIES 2
#endif
static pthread_barrier_t barrier;
static _Atomic int n;

static void *set(void *arg) {
  n = 1;
  pthread_barrier_wait(&barrier);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, 0, 1);
  pthread_barrier_wait(&barrier);
  pthread_barrier_destroy(&barrier);
  pthread_barrier_init(&barrier, 0, PARTIES);
  pthread_create(&t, 0, set, 0);
  pthread_barrier_wait(&barrier);
  assert(n == 1);
  pthread_join(t, 0);
}
