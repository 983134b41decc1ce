// SPDX-License-Identifier: GPL-3.0-or-later
// construct: floating point
// expect: unreach-call=true
// engines: explore; bmc-order, bmc-lazy, bmc-eager, induction, impact unknown "floating-point numbers"
// engines: invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; walk; bmc-order, bmc-lazy, bmc-eager, induction, impact unknown "floating-point numbers"
// engines: invariants unknown "no proof found"
// Two threads add to a floating-point number under a mutex. With BUG they let go between reading and writing.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static double sum;

static void *add(void *arg) {
  pthread_mutex_lock(&m);
  double seen = sum;
#ifdef BUG
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
#endif
  sum = seen + 0.5;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  add(0);
  pthread_join(t, 0);
  assert(sum == 1.0);
}
