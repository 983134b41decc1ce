// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// Seeding, logging and waiting until a point in time do not make the proof depend on the clock.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

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
  struct timespec now;
  srand((unsigned)time(NULL));
  clock_gettime(CLOCK_REALTIME, &now);
  printf("process %d at %ld, lucky number %d\n", (int)getpid(), (long)now.tv_sec, rand());
  assert(now.tv_nsec >= 0 && now.tv_nsec < 1000000000);
  pthread_create(&t, NULL, setter, NULL);
  pthread_mutex_lock(&lock);
  while (!ready)
    if (pthread_cond_timedwait(&changed, &lock, &now) != 0) break;
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  assert(ready);
  return 0;
}
