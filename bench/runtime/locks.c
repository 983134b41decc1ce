// SPDX-License-Identifier: GPL-3.0-or-later
// Lock-heavy: four tellers move money between accounts, each account under its own lock.
#include <pthread.h>
#include <stdio.h>

enum { ACCOUNTS = 64, TELLERS = 4, MOVES = 4000000 };

static struct {
  pthread_mutex_t lock;
  long balance;
} account[ACCOUNTS];

static void *teller(void *arg) {
  unsigned random = (unsigned)(long)arg * 2654435761u + 1;
  for (int i = 0; i < MOVES; i++) {
    random = random * 1664525u + 1013904223u;
    unsigned from = random >> 8 & (ACCOUNTS - 1), to = random >> 16 & (ACCOUNTS - 1);
    if (from == to) continue;
    unsigned first = from < to ? from : to, second = from < to ? to : from;
    pthread_mutex_lock(&account[first].lock);
    pthread_mutex_lock(&account[second].lock);
    account[from].balance -= 1;
    account[to].balance += 1;
    pthread_mutex_unlock(&account[second].lock);
    pthread_mutex_unlock(&account[first].lock);
  }
  return NULL;
}

int main(void) {
  pthread_t thread[TELLERS];
  for (int i = 0; i < ACCOUNTS; i++) pthread_mutex_init(&account[i].lock, NULL);
  for (long i = 0; i < TELLERS; i++) pthread_create(&thread[i], NULL, teller, (void *)i);
  for (int i = 0; i < TELLERS; i++) pthread_join(thread[i], NULL);
  long sum = 0;
  for (int i = 0; i < ACCOUNTS; i++) sum += account[i].balance;
  printf("%ld\n", sum);
  return sum != 0;
}
