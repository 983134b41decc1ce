// SPDX-License-Identifier: GPL-3.0-or-later
// construct: locks in an array
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; induction, impact unknown "one of several locks"
// engines: invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; walk; induction, impact unknown "one of several locks"
// engines: invariants unknown "no proof found"
// An input chooses one of two counters, each with a mutex of its own. With BUG one thread takes the mutex of the other
// counter.
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);
static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int count[2];
static unsigned chosen;

static void add(unsigned mutex) {
  pthread_mutex_lock(&lock[mutex]);
  count[chosen]++;
  pthread_mutex_unlock(&lock[mutex]);
}

static void *other(void *arg) {
#ifdef BUG
  add(1 - chosen);
#else
  add(chosen);
#endif
  return arg;
}

int main(void) {
  pthread_t t;
  chosen = __VERIFIER_nondet_bool();
  pthread_create(&t, 0, other, 0);
  add(chosen);
  pthread_join(t, 0);
  assert(count[chosen] == 2);
}
