// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// engines: impact unreach-call=true no-data-race=true
// variant: -DBUG => unreach-call=false no-data-race=false no-deadlock=true
// engines: impact unreach-call=false no-data-race=false; bmc-order unreach-call=false no-data-race=false
// A barrier for two is passed for ever, twice in each round: one thread writes before the first time, the other reads
// between the two. With BUG they pass it once.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static pthread_barrier_t barrier;
static int value;

static void *writer(void *arg) {
  for (;;) {
    value = __VERIFIER_nondet_int();
    pthread_barrier_wait(&barrier);
#ifndef BUG
    pthread_barrier_wait(&barrier);
#endif
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&t, 0, writer, 0);
  for (;;) {
    pthread_barrier_wait(&barrier);
    int seen = value;
    assert(seen == value);
#ifndef BUG
    pthread_barrier_wait(&barrier);
#endif
  }
}
