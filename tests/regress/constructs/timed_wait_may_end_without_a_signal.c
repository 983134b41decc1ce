// SPDX-License-Identifier: GPL-3.0-or-later
// construct: timed wait
// expect: unreach-call=true
// engines: explore; bmc-order; induction; impact; invariants unknown "no proof found"
// slow: bmc-lazy, bmc-eager
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// A wait with a time limit ends with the flag or with a timeout. With BUG the timeout is forgotten.
#include <assert.h>
#include <pthread.h>

#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *set(void *arg) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  struct timespec limit = {1, 0};
  int result = 0;
  pthread_create(&t, 0, set, 0);
  pthread_mutex_lock(&m);
  while (!ready && result == 0) result = pthread_cond_timedwait(&changed, &m, &limit);
#ifdef BUG
  result = 0;
#endif
  assert(ready || result != 0);
  pthread_mutex_unlock(&m);
}
