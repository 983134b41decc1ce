// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// engines: explore; bmc-order
// Each signal wakes the same waiter, which finds its flag unset and sleeps again; the one who could go on is never woken.
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int go, ready;

static void *greedy(void *arg) {
  pthread_mutex_lock(&lock);
  while (!go) pthread_cond_wait(&changed, &lock);
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
  pthread_t a, b;
  pthread_create(&a, 0, greedy, 0);
  pthread_create(&b, 0, starving, 0);
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_mutex_unlock(&lock);
  pthread_cond_signal(&changed);
  pthread_cond_signal(&changed);
  pthread_cond_signal(&changed);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
