// SPDX-License-Identifier: GPL-3.0-or-later
// One thread waits for the end of another, and holds the lock that the other waits for.
// expect: no-deadlock=false
// engines: explore; impact
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t first;

static void *locks(void *arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return arg;
}

static void *joins(void *arg) {
  pthread_mutex_lock(&m);
  pthread_join(first, 0);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t second;
  pthread_create(&first, 0, locks, 0);
  pthread_create(&second, 0, joins, 0);
  while (1) {
  }
}
