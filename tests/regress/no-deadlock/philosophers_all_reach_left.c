// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false no-data-race=true
#include <pthread.h>
#include <stdio.h>

enum { SEATS = 3 };
static struct fork {
  pthread_mutex_t lock;
  int uses;
} forks[SEATS];

static void *philosopher(void *arg) {
  int seat = *(int *)arg;
  struct fork *left = &forks[seat], *right = &forks[(seat + 1) % SEATS];
  pthread_mutex_lock(&left->lock);
  pthread_mutex_lock(&right->lock);
  left->uses++;
  right->uses++;
  printf("%d eats\n", seat);
  pthread_mutex_unlock(&right->lock);
  pthread_mutex_unlock(&left->lock);
  return NULL;
}
int main(void) {
  pthread_t t[SEATS];
  int seats[SEATS];
  for (int i = 0; i < SEATS; i++) pthread_mutex_init(&forks[i].lock, NULL);
  for (int i = 0; i < SEATS; i++) {
    seats[i] = i;
    pthread_create(&t[i], NULL, philosopher, &seats[i]);
  }
  for (int i = 0; i < SEATS; i++) pthread_join(t[i], NULL);
  return 0;
}
