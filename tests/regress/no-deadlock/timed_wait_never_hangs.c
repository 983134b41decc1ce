// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=true
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER;

static void *waiter(void *arg) {
  struct timespec until = {5, 0};
  (void)arg;
  pthread_mutex_lock(&lock);
  pthread_cond_timedwait(&go, &lock, &until);
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  pthread_cond_signal(&go);
  pthread_join(t, NULL);
  return 0;
}
