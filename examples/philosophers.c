// SPDX-License-Identifier: GPL-3.0-or-later
// Three philosophers, three forks, and everybody takes the left fork first: now and then all of them starve.
//   ./heddle check examples/philosophers.c
// With -DPOLITE the last one takes the right fork first, and nobody starves.
#include <pthread.h>

#define N 3

static pthread_mutex_t forks[N];
static int meals[N];

static void *philosopher(void *arg) {
  int me = *(int *)arg;
  int first = me, second = (me + 1) % N;
#ifdef POLITE
  if (me == N - 1) {
    first = 0;
    second = N - 1;
  }
#endif
  pthread_mutex_lock(&forks[first]);
  pthread_mutex_lock(&forks[second]);
  meals[me]++;
  pthread_mutex_unlock(&forks[second]);
  pthread_mutex_unlock(&forks[first]);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  int seats[N];
  for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], NULL);
  for (int i = 0; i < N; i++) {
    seats[i] = i;
    pthread_create(&threads[i], NULL, philosopher, &seats[i]);
  }
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  return 0;
}
