// SPDX-License-Identifier: GPL-3.0-or-later
// N workers take JOBS jobs, of unknown size, from a queue under a lock; together they do all the work.
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 2
#endif
#ifndef JOBS
#define JOBS 2
#endif
unsigned char __VERIFIER_nondet_uchar(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int queue[JOBS], next, done;

static void *worker(void *arg) {
  for (int i = 0; i < JOBS; i++) {
    int job = -1;
    pthread_mutex_lock(&lock);
    if (next < JOBS) job = queue[next++];
    pthread_mutex_unlock(&lock);
    if (job < 0) return arg;
    pthread_mutex_lock(&lock);
    done += job;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t t[N];
  int all = 0;
  for (int i = 0; i < JOBS; i++) all += queue[i] = __VERIFIER_nondet_uchar();
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  assert(done == all);
  return 0;
}
