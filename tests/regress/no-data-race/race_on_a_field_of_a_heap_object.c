// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false unreach-call=true
// engines: explore; bmc-order
// The lock protects one field; the other is counted without it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct account {
  pthread_mutex_t lock;
  int balance, visits;
};

static void *visit(void *arg) {
  struct account *a = arg;
  pthread_mutex_lock(&a->lock);
  a->balance += 5;
  pthread_mutex_unlock(&a->lock);
  a->visits++;
  return 0;
}

int main(void) {
  struct account *a = malloc(sizeof *a);
  pthread_mutex_init(&a->lock, 0);
  a->balance = a->visits = 0;
  pthread_t x, y;
  pthread_create(&x, 0, visit, a);
  pthread_create(&y, 0, visit, a);
  pthread_join(x, 0);
  pthread_join(y, 0);
  assert(a->balance == 10);
  return 0;
}
