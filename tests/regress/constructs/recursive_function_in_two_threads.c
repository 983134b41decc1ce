// SPDX-License-Identifier: GPL-3.0-or-later
// construct: recursion
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; induction, impact unknown "a procedure that calls itself"
// engines: invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; walk; induction, impact unknown "a procedure that calls itself"
// engines: invariants unknown "no proof found"
// Two threads call a recursive function that adds under a mutex. With BUG it lets go between reading and writing.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void add(int times) {
  if (times == 0) return;
  pthread_mutex_lock(&m);
  int seen = n;
#ifdef BUG
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
#endif
  n = seen + 1;
  pthread_mutex_unlock(&m);
  add(times - 1);
}

static void *run(void *arg) {
  add(2);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  add(1);
  pthread_join(t, 0);
  assert(n == 3);
}
