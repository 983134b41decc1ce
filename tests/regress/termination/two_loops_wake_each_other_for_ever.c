// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=false
// engines: auto; lasso termination=false
// Each loop sleeps in every round, but it also wakes the other one.
#include <pthread.h>
#include <semaphore.h>

static sem_t ping, pong;

static void *answer(void *unused) {
  for (;;) {
    sem_wait(&ping);
    sem_post(&pong);
  }
  return unused;
}

int main(void) {
  pthread_t other;
  sem_init(&ping, 0, 1);
  sem_init(&pong, 0, 0);
  pthread_create(&other, NULL, answer, NULL);
  for (;;) {
    sem_wait(&pong);
    sem_post(&ping);
  }
}
