// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true|unknown no-data-race=true|unknown
// A time-out computed from the clock, a seeded random generator: right or unknown, never wrong.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *setter(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t t;
  struct timespec until;
  int rc = 0;
  srand((unsigned)time(NULL));
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 1;
  pthread_create(&t, NULL, setter, NULL);
  pthread_mutex_lock(&lock);
  while (!ready && rc == 0) rc = pthread_cond_timedwait(&changed, &lock, &until);
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  assert(ready);
  return 0;
}
