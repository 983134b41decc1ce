// SPDX-License-Identifier: GPL-3.0-or-later
// construct: try-lock
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; induction; invariants; impact
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// A thread that does not get the mutex leaves the counter alone. With BUG it does not look at the result.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *visit(void *arg) {
  int failed = pthread_mutex_trylock(&m);
#ifndef BUG
  if (failed) return arg;
#endif
  n++;
  assert(n == 1);
  n--;
  if (!failed) pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, visit, 0);
  visit(0);
  pthread_join(t, 0);
}
