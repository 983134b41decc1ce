// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=true no-deadlock=true
// line: 27
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;
static int finished;

static void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  finished = 1;
  pthread_cond_signal(&done);
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t t;
  struct timespec until = {1, 0};
  int rc = 0;
  pthread_create(&t, NULL, worker, NULL);
  pthread_mutex_lock(&lock);
  while (!finished && rc == 0) rc = pthread_cond_timedwait(&done, &lock, &until);
  assert(finished);
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
