// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager
// variant: --reduction mpor => unreach-call=true no-data-race=true
// engines: bmc-eager
// variant: -DBUG => unreach-call=false no-data-race=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager
// variant: -DLOCKED => unreach-call=true no-data-race=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager
// An atomic section writes before its guard: as long as the guard does not hold, the section waits, and nobody sees what it would
// write. With BUG what it writes stays. With LOCKED it waits for a mutex instead.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

static int open, inside;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *enter(void *arg) {
  __VERIFIER_atomic_begin();
  inside = 1;
#ifdef LOCKED
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
#else
  __VERIFIER_assume(open == 1);
#endif
#ifndef BUG
  inside = 0;
#endif
  __VERIFIER_atomic_end();
  return arg;
}

static int look(void) {
  __VERIFIER_atomic_begin();
  int now = inside;
  __VERIFIER_atomic_end();
  return now;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&lock);
  pthread_create(&t, 0, enter, 0);
  assert(look() == 0);
  __VERIFIER_atomic_begin();
  open = 1;
  __VERIFIER_atomic_end();
  pthread_mutex_unlock(&lock);
  assert(look() == 0);
  return 0;
}
