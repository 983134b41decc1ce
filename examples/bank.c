// SPDX-License-Identifier: GPL-3.0-or-later
// Two clerks pay money into one account. Each reads the balance under the lock, lets go, and writes the new balance back
// without it: one of the two payments can be lost.
//   ./heddle check examples/bank.c
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void *deposit(void *amount) {
  pthread_mutex_lock(&lock);
  int seen = balance;
  pthread_mutex_unlock(&lock);
  balance = seen + *(int *)amount;
  return NULL;
}

int main(void) {
  pthread_t first, second;
  int ten = 10, twenty = 20;
  pthread_create(&first, NULL, deposit, &ten);
  pthread_create(&second, NULL, deposit, &twenty);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(balance == 130);
  return 0;
}
