// SPDX-License-Identifier: GPL-3.0-or-later
// construct: detached thread
// expect: unreach-call=true
// engines: explore; bmc-order; induction; impact; bmc-lazy, bmc-eager unknown "the operation ThreadDetach"
// engines: invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; impact; walk; bmc-lazy, bmc-eager unknown "the operation ThreadDetach"
// engines: induction, invariants unknown "no proof found"
// A detached thread posts a semaphore when it is done. With BUG main does not wait for it.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t done;
static _Atomic int n;

static void *work(void *arg) {
  n = 1;
  sem_post(&done);
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&done, 0, 0);
  pthread_create(&t, 0, work, 0);
  pthread_detach(t);
#ifndef BUG
  sem_wait(&done);
#endif
  assert(n == 1);
}
