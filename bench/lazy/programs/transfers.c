// SPDX-License-Identifier: GPL-3.0-or-later
// Two clerks move amounts that are inputs between accounts, under the locks of both accounts. Each account has its
// lock, taken in the order of the accounts; the sum of all amounts moved has none.
#include <pthread.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define ACCOUNTS 4
#ifndef ROUNDS
#define ROUNDS 3
#endif

static struct {
  pthread_mutex_t lock;
  int balance;
} accounts[ACCOUNTS];
static int moved;

static void transfer(unsigned from, unsigned to, int amount) {
  unsigned first = from < to ? from : to, second = from < to ? to : from;
  pthread_mutex_lock(&accounts[first].lock);
  pthread_mutex_lock(&accounts[second].lock);
  if (accounts[from].balance >= amount) {
    accounts[from].balance -= amount;
    accounts[to].balance += amount;
    moved += amount;
  }
  pthread_mutex_unlock(&accounts[second].lock);
  pthread_mutex_unlock(&accounts[first].lock);
}

static void *clerk(void *argument) {
  unsigned begin = argument ? 1 : 0;
  for (unsigned k = 0; k < ROUNDS; k++) transfer((begin + k) % ACCOUNTS, (begin + k + 1) % ACCOUNTS, __VERIFIER_nondet_uchar() % 4);
  return NULL;
}

int main(void) {
  pthread_t other;
  for (unsigned k = 0; k < ACCOUNTS; k++) {
    pthread_mutex_init(&accounts[k].lock, NULL);
    accounts[k].balance = 10;
  }
  pthread_create(&other, NULL, clerk, &other);
  clerk(NULL);
  pthread_join(other, NULL);
  return moved;
}
