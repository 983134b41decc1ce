// SPDX-License-Identifier: GPL-3.0-or-later
// construct: loops without end
// expect: unreach-call=true
// engines: induction; impact; invariants unknown "no proof found"
// slow: explore, bmc-order, bmc-lazy, bmc-eager
// variant: -DBUG => unreach-call=false
// engines: bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// slow: explore
// Two threads count both counters up for ever under a mutex. With BUG the second counter is behind the mutex.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned a, b;

static void *count(void *arg) {
  for (;;) {
    pthread_mutex_lock(&m);
    assert(a == b);
    a++;
#ifdef BUG
    pthread_mutex_unlock(&m);
    b++;
#else
    b++;
    pthread_mutex_unlock(&m);
#endif
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, count, 0);
  count(0);
}
