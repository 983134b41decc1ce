// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <errno.h>
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
  int rc = pthread_mutex_timedlock(&lock, &until);
  if (rc == 0) {
    assert(low == high);
    pthread_mutex_unlock(&lock);
  } else {
    assert(rc == ETIMEDOUT);
  }
  pthread_join(t, NULL);
  return 0;
}
