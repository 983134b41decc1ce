// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=true no-deadlock=true no-data-race=true
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *setter(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t t;
  struct timespec until = {1, 0};
  pthread_create(&t, NULL, setter, NULL);
  pthread_mutex_lock(&lock);
  while (!ready) pthread_cond_timedwait(&changed, &lock, &until);
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
