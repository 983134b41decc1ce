// SPDX-License-Identifier: GPL-3.0-or-later
// Philosophers who put down their first fork when the second one is taken, figure 3a of Atig, Bouajjani, Emmi, Lal (CAV
// 2012). Nobody waits, so there is no deadlock; but all of them may take a fork, find the other one taken and put
// theirs down again, for ever. What is never reported: that one philosopher keeps a fork and does not go on, which is
// not fair.
//
// expected: termination false
#include <pthread.h>
#include <stdbool.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t forks[N];

static void *philosopher(void *number) {
  long n = (long)number;
  pthread_mutex_t *left = &forks[n], *right = &forks[(n + 1) % N];
  while (true) {
    if (pthread_mutex_trylock(left) == 0) {
      if (pthread_mutex_trylock(right) == 0) break;
      pthread_mutex_unlock(left);
    }
  }
  pthread_mutex_unlock(right);
  pthread_mutex_unlock(left);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (long n = 0; n < N; n++) pthread_create(&threads[n], NULL, philosopher, (void *)n);
  for (int n = 0; n < N; n++) pthread_join(threads[n], NULL);
  return 0;
}
