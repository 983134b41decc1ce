// SPDX-License-Identifier: GPL-3.0-or-later
// construct: condition variable
// expect: unreach-call=true
// engines: explore; bmc-order; induction; impact; invariants unknown "no proof found"
// slow: bmc-lazy, bmc-eager
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// A thread sleeps until a flag is set. With BUG it does not look again: a wake-up may be spurious.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *wait_for_it(void *arg) {
  pthread_mutex_lock(&m);
#ifdef BUG
  if (!ready) pthread_cond_wait(&changed, &m);
#else
  while (!ready) pthread_cond_wait(&changed, &m);
#endif
  assert(ready);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, wait_for_it, 0);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}
