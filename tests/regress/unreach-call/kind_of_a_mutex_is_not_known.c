// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: explore; bmc-order, bmc-lazy, bmc-eager
// variant: -DSURE => unreach-call=false
// A recursive mutex is locked again, an error-checking one says that it is held.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
static pthread_mutex_t m;

static void *other(void *arg) {
  assert(pthread_mutex_trylock(&m) == EBUSY);
  return arg;
}

int main(void) {
  int recursive = __VERIFIER_nondet_int() != 0;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&m, &attributes);
  pthread_mutex_lock(&m);
  int again = pthread_mutex_lock(&m);
#ifdef SURE
  assert(again == 0);
#else
  assert(again == (recursive ? 0 : EDEADLK));
#endif
  if (recursive) pthread_mutex_unlock(&m);
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_join(t, 0);
  pthread_mutex_unlock(&m);
  return 0;
}
