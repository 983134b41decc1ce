// SPDX-License-Identifier: GPL-3.0-or-later
// construct: pthread_once
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; induction; impact; invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// Two threads ask for an initialisation that runs once. With BUG they look at a flag instead.
#include <assert.h>
#include <pthread.h>

#ifndef BUG
static pthread_once_t once = PTHREAD_ONCE_INIT;
#endif
static _Atomic int done, runs;
static void initialise(void) {
  runs++;
  done = 1;
}

static void *use(void *arg) {
#ifdef BUG
  if (!done) initialise();
#else
  pthread_once(&once, initialise);
#endif
  assert(runs == 1);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, use, 0);
  use(0);
  pthread_join(t, 0);
}
