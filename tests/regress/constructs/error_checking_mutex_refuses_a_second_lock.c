// SPDX-License-Identifier: GPL-3.0-or-later
// construct: error-checking mutex
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; induction; impact; invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// A second lock by the same thread is refused. With BUG the program takes the refusal for a lock that it may let go.
#define _GNU_SOURCE
#include <errno.h>
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static int n;

static void *add(void *arg) {
  pthread_mutex_lock(&m);
  int again = pthread_mutex_lock(&m), seen = n;
  assert(again == EDEADLK);
#ifdef BUG
  pthread_mutex_unlock(&m);
#endif
  n = seen + 1;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  add(0);
  pthread_join(t, 0);
  assert(n == 2);
}
