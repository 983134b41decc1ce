// SPDX-License-Identifier: GPL-3.0-or-later
// construct: barrier
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; induction; impact; invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// Each thread writes, waits at a barrier and reads what the other one wrote. With BUG one reads before the barrier.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int a, b;

static void *second(void *arg) {
  b = 1;
  pthread_barrier_wait(&barrier);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&t, 0, second, 0);
  a = 1;
#ifdef BUG
  int seen = b;
  pthread_barrier_wait(&barrier);
#else
  pthread_barrier_wait(&barrier);
  int seen = b;
#endif
  assert(a + seen == 2);
  pthread_join(t, 0);
}
