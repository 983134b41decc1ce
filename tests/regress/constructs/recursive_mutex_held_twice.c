// SPDX-License-Identifier: GPL-3.0-or-later
// construct: recursive mutex
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; induction; impact; invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// A thread that holds the mutex takes it again. With BUG the thread lets go of it altogether before it looks.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int n;

static void *add_two(void *arg) {
  pthread_mutex_lock(&m);
  int seen = n++;
  pthread_mutex_lock(&m);
  n++;
  pthread_mutex_unlock(&m);
#ifdef BUG
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
#endif
  assert(n == seen + 2);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add_two, 0);
  add_two(0);
  pthread_join(t, 0);
}
