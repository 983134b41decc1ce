// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// line: 13
// The signal may come before the wait; nothing remembers it.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER;

static void *waiter(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&go, &lock);
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  pthread_mutex_lock(&lock);
  pthread_cond_signal(&go);
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
