// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// engines: explore; bmc-order; bmc-lazy, bmc-eager unknown "accessed as memory"
// variant: -DONCE => unreach-call=false no-data-race=false
// engines: explore; bmc-order, bmc-lazy, bmc-eager
// Which of the records is meant is not known; what lies beside the mutexes is no kind of theirs.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
static struct {
  int number;
  pthread_mutex_t lock;
  int sum, copy;
} records[2] = {{255, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, 7, 7}, {-1, PTHREAD_MUTEX_INITIALIZER, 7, 7}};

static void *adder(void *arg) {
  pthread_mutex_lock(&records[0].lock);
  pthread_mutex_lock(&records[0].lock);
  records[0].sum++;
  pthread_mutex_unlock(&records[0].lock);
#ifdef ONCE
  pthread_mutex_unlock(&records[0].lock);
  records[0].copy++;
#else
  records[0].copy++;
  pthread_mutex_unlock(&records[0].lock);
#endif
  return arg;
}

int main(void) {
  pthread_t t;
  int k = __VERIFIER_nondet_int() != 0;
  pthread_create(&t, 0, adder, 0);
  pthread_mutex_lock(&records[k].lock);
  assert(records[k].sum == records[k].copy);
  pthread_mutex_unlock(&records[k].lock);
  pthread_join(t, 0);
  return 0;
}
