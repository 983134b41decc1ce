// SPDX-License-Identifier: GPL-3.0-or-later
// A wait with a time limit may also wake for no reason.
// expect: partially-safe some safe some counterexample
#include <assert.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void *t1(void *u) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return u;
}
int main(void) {
  pthread_t t;
  struct timespec ts = {0, 0};
  pthread_create(&t, 0, t1, 0);
  pthread_mutex_lock(&m);
  int r = 0;
  if (!ready) r = pthread_cond_timedwait(&c, &m, &ts);
  assert(ready || r != 0);
  pthread_mutex_unlock(&m);
  return 0;
}
