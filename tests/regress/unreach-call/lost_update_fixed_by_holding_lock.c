// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void deposit(int amount) {
  pthread_mutex_lock(&lock);
  int seen = balance;
  balance = seen + amount;
  pthread_mutex_unlock(&lock);
}
static void *customer(void *arg) {
  deposit(*(int *)arg);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  int ten = 10, five = 5;
  pthread_create(&a, NULL, customer, &ten);
  pthread_create(&b, NULL, customer, &five);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(balance == 115);
  return 0;
}
