// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=false
// engines: auto; lasso termination=false
// flags: --fairness weak
// The setter is never enabled for good: the poller holds the lock again and again.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static int poll_done(void) {
  pthread_mutex_lock(&lock);
  int d = done;
  pthread_mutex_unlock(&lock);
  return d;
}
static void *setter(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  done = 1;
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, setter, NULL);
  while (!poll_done()) {
  }
  pthread_join(t, NULL);
  return 0;
}
