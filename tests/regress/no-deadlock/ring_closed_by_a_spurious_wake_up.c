// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// engines: explore; bmc-order
// The sleeper holds the lock that the owner of its mutex wants; nobody ever signals, but it may wake up by itself.
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static atomic_int stop;

static void *sleeper(void *arg) {
  pthread_mutex_lock(&n);
  pthread_mutex_lock(&m);
  pthread_cond_wait(&never, &m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&n);
  return arg;
}
static void *owner(void *arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  pthread_mutex_unlock(&n);
  pthread_mutex_unlock(&m);
  return arg;
}
static void *busy(void *arg) {
  while (!stop) {}
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, sleeper, 0);
  pthread_create(&b, 0, owner, 0);
  pthread_create(&c, 0, busy, 0);
  pthread_join(c, 0);
  return 0;
}
