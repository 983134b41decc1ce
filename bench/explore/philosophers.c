// SPDX-License-Identifier: GPL-3.0-or-later
// Dining philosophers for ever; the last one takes his forks in the other order, so nobody starves together.
#include <pthread.h>
#ifndef N
#define N 4
#endif
static pthread_mutex_t fork_[N];

static void *philosopher(void *arg) {
  long me = (long)arg;
  long first = me == N - 1 ? 0 : me, second = me == N - 1 ? N - 1 : me + 1;
  for (;;) {
    pthread_mutex_lock(&fork_[first]);
    pthread_mutex_lock(&fork_[second]);
    pthread_mutex_unlock(&fork_[second]);
    pthread_mutex_unlock(&fork_[first]);
  }
  return 0;
}

int main(void) {
  pthread_t t;
  for (long i = 0; i < N; ++i) pthread_create(&t, 0, philosopher, (void *)i);
  pthread_exit(0);
}
