// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=false no-deadlock=true
// engines: auto; lasso termination=false
// Each holds one lock, fails to get the other, lets go and starts again: no deadlock, no progress.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *first, pthread_mutex_t *second) {
  for (;;) {
    pthread_mutex_lock(first);
    if (pthread_mutex_trylock(second) == 0) break;
    pthread_mutex_unlock(first);
  }
  pthread_mutex_unlock(second);
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
