// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// engines: explore; bmc-order
// variant: -DFIXED => no-deadlock=true
// engines: explore; bmc-order
// A sleeper signals in each round before it sleeps again, so that there is no number of signals that is enough for all rounds: the
// two pass their signals to each other, and the third is never woken. With FIXED the flag is set before anybody sleeps.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int go, ready;

static void *busy(void *arg) {
  pthread_mutex_lock(&lock);
  while (!go) {
    pthread_cond_signal(&changed);
    pthread_cond_wait(&changed, &lock);
  }
  pthread_mutex_unlock(&lock);
  return arg;
}
static void *starving(void *arg) {
  pthread_mutex_lock(&lock);
  while (!ready) pthread_cond_wait(&changed, &lock);
  go = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t[3];
#ifdef FIXED
  ready = 1;
#endif
  pthread_create(&t[0], 0, busy, 0);
  pthread_create(&t[1], 0, busy, 0);
  pthread_create(&t[2], 0, starving, 0);
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_mutex_unlock(&lock);
  for (int k = 0; k < 3; k++) pthread_join(t[k], 0);
  return 0;
}
