// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=true no-data-race=true
#include <pthread.h>
#include <time.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *first, pthread_mutex_t *second) {
  struct timespec until = {1, 0};
  pthread_mutex_lock(first);
  if (pthread_mutex_timedlock(second, &until) == 0) pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}
static void *other(void *arg) {
  (void)arg;
  both(&b, &a);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  both(&a, &b);
  pthread_join(t, NULL);
  return 0;
}
