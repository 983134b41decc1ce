// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// line: 14
#include <pthread.h>

static pthread_mutex_t config = PTHREAD_MUTEX_INITIALIZER, lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waiter(void *arg) {
  (void)arg;
  pthread_mutex_lock(&config);
  pthread_mutex_lock(&lock);
  while (!ready) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  pthread_mutex_unlock(&config);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  pthread_mutex_lock(&config);
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  pthread_mutex_unlock(&config);
  pthread_join(t, NULL);
  return 0;
}
