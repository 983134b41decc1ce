// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: bmc-order
// A wide input travels through shared memory and arithmetic; both values change under one lock.
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
static int amount, doubled;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *arg) {
  int n = __VERIFIER_nondet_int();
  if (n < 100 || n > 100000) return arg;
  pthread_mutex_lock(&lock);
  amount = n;
  doubled = 2 * n;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  pthread_mutex_lock(&lock);
  assert(doubled == 2 * amount);
  pthread_mutex_unlock(&lock);
  pthread_join(t, 0);
  return 0;
}
