// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=true unreach-call=true
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;

static int size(void) {
  int rc = pthread_mutex_lock(&lock);
  if (rc == 0) pthread_mutex_unlock(&lock);
  return rc;
}
int main(void) {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&lock, &attr);
  pthread_mutex_lock(&lock);
  assert(size() == EDEADLK);
  pthread_mutex_unlock(&lock);
  assert(size() == 0);
  return 0;
}
