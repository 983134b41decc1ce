// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=true no-deadlock=true
// line: 34
#include <assert.h>
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};
static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 10}, {PTHREAD_MUTEX_INITIALIZER, 20}};

static void change(struct account *a, int by) {
  pthread_mutex_lock(&a->lock);
  a->balance += by;
  pthread_mutex_unlock(&a->lock);
}
static int look(struct account *a) {
  pthread_mutex_lock(&a->lock);
  int balance = a->balance;
  pthread_mutex_unlock(&a->lock);
  return balance;
}
static void *transfer(void *arg) {
  (void)arg;
  change(&accounts[0], -5);
  change(&accounts[1], 5);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, transfer, NULL);
  int sum = look(&accounts[0]) + look(&accounts[1]);
  assert(sum == 30);
  pthread_join(t, NULL);
  return 0;
}
