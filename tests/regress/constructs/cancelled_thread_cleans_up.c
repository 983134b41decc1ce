// SPDX-License-Identifier: GPL-3.0-or-later
// construct: cancellation
// expect: unreach-call=true
// engines: explore; bmc-order, bmc-lazy, bmc-eager, impact unknown "the operation ThreadCancel"
// engines: induction unknown "the operation ThreadCancelled"; invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; walk; bmc-order, bmc-lazy, bmc-eager, impact unknown "the operation ThreadCancel"
// engines: induction unknown "the operation ThreadCancelled"; invariants unknown "no proof found"
// A thread that is cancelled while it waits runs its clean-up handler. With BUG the handler is removed before the wait.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t never;
static int cleaned;
static void clean_up(void *arg) { cleaned = arg == 0; }

static void *wait_for_ever(void *arg) {
  pthread_cleanup_push(clean_up, 0);
#ifndef BUG
  sem_wait(&never);
#endif
  pthread_cleanup_pop(0);
  sem_wait(&never);
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&never, 0, 0);
  pthread_create(&t, 0, wait_for_ever, 0);
  pthread_cancel(t);
  pthread_join(t, 0);
  assert(cleaned);
}
