// SPDX-License-Identifier: GPL-3.0-or-later
// construct: mutex
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; induction; impact; invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// Two threads add to a counter under a mutex. With BUG each thread reads it before it takes the mutex.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *add(void *arg) {
#ifdef BUG
  int seen = n;
  pthread_mutex_lock(&m);
#else
  pthread_mutex_lock(&m);
  int seen = n;
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
