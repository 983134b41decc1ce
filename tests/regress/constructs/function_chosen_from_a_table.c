// SPDX-License-Identifier: GPL-3.0-or-later
// construct: function pointers
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager
// engines: induction, impact unknown "a call through a pointer that is not known"
// engines: invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; walk
// engines: induction, impact unknown "a call through a pointer that is not known"
// engines: invariants unknown "no proof found"
// An input chooses which function of a table a thread calls. With BUG the table holds a function that subtracts.
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);
static int n = 5;
static void add_one(void) { n += 1; }
#ifdef BUG
static void subtract(void) { n -= 1; }
static void (*table[2])(void) = {add_one, subtract};
#else
static void add_two(void) { n += 2; }
static void (*table[2])(void) = {add_one, add_two};
#endif

static void *call(void *arg) {
  table[__VERIFIER_nondet_bool()]();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, call, 0);
  pthread_join(t, 0);
  assert(n > 5);
}
