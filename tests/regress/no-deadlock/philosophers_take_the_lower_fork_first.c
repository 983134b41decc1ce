// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=true no-data-race=true unreach-call=true
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

enum { SEATS = 3 };
static struct fork {
  pthread_mutex_t lock;
  int uses;
} forks[SEATS];

static void *philosopher(void *arg) {
  int seat = *(int *)arg, next = (seat + 1) % SEATS;
  struct fork *low = &forks[seat < next ? seat : next], *high = &forks[seat < next ? next : seat];
  pthread_mutex_lock(&low->lock);
  pthread_mutex_lock(&high->lock);
  low->uses++;
  high->uses++;
  printf("%d eats\n", seat);
  pthread_mutex_unlock(&high->lock);
  pthread_mutex_unlock(&low->lock);
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
  for (int i = 0; i < SEATS; i++) assert(forks[i].uses == 2);
  return 0;
}
