// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-deadlock=true
// engines: explore 10 states; bmc-order; bmc-lazy, bmc-eager unreach-call=true no-deadlock=unknown; impact unreach-call=true
// Locking it twice and unlocking it when it is not held are errors that are returned.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t m;
static void *other(void *arg) {
  assert(pthread_mutex_unlock(&m) == EPERM);
  return arg;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&m, &attributes);
  assert(pthread_mutex_lock(&m) == 0);
  assert(pthread_mutex_lock(&m) == EDEADLK);
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_join(t, 0);
  assert(pthread_mutex_unlock(&m) == 0);
  assert(pthread_mutex_unlock(&m) == EPERM);
  return 0;
}
