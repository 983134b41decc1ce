// SPDX-License-Identifier: GPL-3.0-or-later
// construct: sem_getvalue
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy, bmc-eager, induction, impact unknown "the operation SemGetValue"
// engines: invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; walk; bmc-lazy, bmc-eager, induction, impact unknown "the operation SemGetValue"
// engines: invariants unknown "no proof found"
// The value of a semaphore is what was posted before the join. With BUG main looks before the join.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *post(void *arg) {
  sem_post(&s);
  return arg;
}

int main(void) {
  pthread_t t;
  int value;
  sem_init(&s, 0, 1);
  pthread_create(&t, 0, post, 0);
#ifndef BUG
  pthread_join(t, 0);
#endif
  sem_getvalue(&s, &value);
  assert(value == 2);
}
