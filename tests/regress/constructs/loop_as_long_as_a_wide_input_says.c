// SPDX-License-Identifier: GPL-3.0-or-later
// construct: loop of unknown length
// expect: unreach-call=true
// engines: induction; impact; invariants unknown "no proof found"
// slow: explore, bmc-order, bmc-lazy, bmc-eager
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// Two threads enter a room as often as a 32-bit input says, one at a time. With BUG they do not lock the room.
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned rounds;
static _Atomic int inside;

static void *visit(void *arg) {
  for (unsigned i = 0; i < rounds; i++) {
#ifndef BUG
    pthread_mutex_lock(&m);
#endif
    inside++;
    assert(inside == 1);
    inside--;
#ifndef BUG
    pthread_mutex_unlock(&m);
#endif
  }
  return arg;
}

int main(void) {
  pthread_t t;
  rounds = __VERIFIER_nondet_uint();
  pthread_create(&t, 0, visit, 0);
  visit(0);
}
