// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=true no-data-race=true
#include <pthread.h>
#include <semaphore.h>

enum { SEATS = 3 };
static pthread_mutex_t forks[SEATS];
static sem_t waiter;

static void *philosopher(void *arg) {
  int seat = *(int *)arg;
  sem_wait(&waiter);
  pthread_mutex_lock(&forks[seat]);
  pthread_mutex_lock(&forks[(seat + 1) % SEATS]);
  pthread_mutex_unlock(&forks[(seat + 1) % SEATS]);
  pthread_mutex_unlock(&forks[seat]);
  sem_post(&waiter);
  return NULL;
}
int main(void) {
  pthread_t t[SEATS];
  int seats[SEATS];
  sem_init(&waiter, 0, SEATS - 1);
  for (int i = 0; i < SEATS; i++) pthread_mutex_init(&forks[i], NULL);
  for (int i = 0; i < SEATS; i++) {
    seats[i] = i;
    pthread_create(&t[i], NULL, philosopher, &seats[i]);
  }
  for (int i = 0; i < SEATS; i++) pthread_join(t[i], NULL);
  return 0;
}
