// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};
static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 10}, {PTHREAD_MUTEX_INITIALIZER, 20}};

static void lock_both(void) {
  pthread_mutex_lock(&accounts[0].lock);
  pthread_mutex_lock(&accounts[1].lock);
}
static void unlock_both(void) {
  pthread_mutex_unlock(&accounts[1].lock);
  pthread_mutex_unlock(&accounts[0].lock);
}
static void *transfer(void *arg) {
  int from = *(int *)arg;
  lock_both();
  accounts[from].balance -= 5;
  accounts[1 - from].balance += 5;
  unlock_both();
  return NULL;
}
int main(void) {
  pthread_t t[2];
  int from[2] = {0, 1};
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, transfer, &from[i]);
  lock_both();
  assert(accounts[0].balance + accounts[1].balance == 30);
  unlock_both();
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
