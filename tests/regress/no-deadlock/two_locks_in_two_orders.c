// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false no-data-race=true
// engines: explore; bmc-order; impact
// Only for one value of the input does the second thread take the locks the other way round.
#include <pthread.h>
int __VERIFIER_nondet_int(void);
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *arg) {
  int odd = __VERIFIER_nondet_int() == 123456;
  pthread_mutex_t *first = odd ? &b : &a, *second = odd ? &a : &b;
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  x++;
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  x++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_join(t, 0);
  return 0;
}
