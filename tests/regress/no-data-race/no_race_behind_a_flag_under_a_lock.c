// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=true unreach-call=true
// engines: bmc-order; impact
// The data has no lock of its own; the flag that hands it over has.
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready, data;

static void *producer(void *arg) {
  data = *(int *)arg;
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  int sent = __VERIFIER_nondet_int(), seen;
  pthread_t t;
  pthread_create(&t, 0, producer, &sent);
  pthread_mutex_lock(&lock);
  seen = ready;
  pthread_mutex_unlock(&lock);
  if (seen) assert(data == sent);
  pthread_join(t, 0);
  return 0;
}
