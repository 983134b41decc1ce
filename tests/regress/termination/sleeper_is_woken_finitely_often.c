// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=true
// The loop of main sleeps in every round, and there is one signal: it goes around once, or never.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static int ready, work;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *prepare(void *unused) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    ;
  pthread_mutex_lock(&lock);
  work = n;
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, prepare, NULL);
  pthread_mutex_lock(&lock);
  while (!ready) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  pthread_join(other, NULL);
  return work == 3;
}
