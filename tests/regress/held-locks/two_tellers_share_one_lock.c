// SPDX-License-Identifier: GPL-3.0-or-later
// Two tellers, one lock: what one pays in the other one pays out. With BUG a teller gives the lock back between reading
// the balance and writing it: every access is still made under the lock, but a payment is lost.
// The three bounded engines and explore answer alike; bmc-eager takes a whole critical section as one step.
// expect: unreach-call=true no-data-race=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager
// variant: -DROUNDS=3 => unreach-call=true no-data-race=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager
// variant: -DROUNDS=3 --reduction mpor => unreach-call=true no-data-race=true
// engines: bmc-eager
// variant: -DBUG => unreach-call=false no-data-race=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager
// variant: -DBUG -DROUNDS=3 => unreach-call=false no-data-race=true
// engines: explore; bmc-order; bmc-eager
// variant: -DBUG -DROUNDS=3 --reduction mpor => unreach-call=false no-data-race=true
// engines: bmc-eager
#include <assert.h>
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void *pays(void *amount) {
  for (int round = 0; round < ROUNDS; round++) {
    pthread_mutex_lock(&lock);
    int seen = balance;
#ifdef BUG
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
#endif
    balance = seen + *(int *)amount;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  static int in = 10, out = -10;
  pthread_t first, second;
  pthread_create(&first, 0, pays, &in);
  pthread_create(&second, 0, pays, &out);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(balance == 100);
  return 0;
}
