// SPDX-License-Identifier: GPL-3.0-or-later
// A sleeper may wake without a signal, and must not before the other thread has set what it waits for.
// expect: partially-safe some safe some counterexample
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void *t1(void *u) {
  for (;;) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
  }
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, t1, 0);
  for (;;) {
    pthread_mutex_lock(&m);
    if (!ready) pthread_cond_wait(&c, &m);
    assert(ready);
    ready = 0;
    pthread_mutex_unlock(&m);
  }
}
