// SPDX-License-Identifier: GPL-3.0-or-later
// construct: deadlock
// expect: no-deadlock=true
// engines: explore; bmc-order; invariants; impact; bmc-lazy, bmc-eager unknown "not checked"
// engines: induction unknown "no proof found"
// variant: -DBUG => no-deadlock=false
// engines: explore; bmc-order; impact; walk; bmc-lazy, bmc-eager unknown "not checked"
// engines: induction, invariants unknown "no proof found"
// Two threads take two mutexes in one order. With BUG the second thread takes them in the other order.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
#ifdef BUG
static pthread_mutex_t *const first = &b, *const second = &a;
#else
static pthread_mutex_t *const first = &a, *const second = &b;
#endif

static void *other(void *arg) {
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_join(t, 0);
}
