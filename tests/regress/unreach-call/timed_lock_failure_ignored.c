// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=false
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int low, high;

static void *writer(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  low = 1;
  high = 1;
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t t;
  struct timespec until = {0, 1000};
  pthread_create(&t, NULL, writer, NULL);
  int got = pthread_mutex_timedlock(&lock, &until) == 0;
  assert(low == high);
  if (got) pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
