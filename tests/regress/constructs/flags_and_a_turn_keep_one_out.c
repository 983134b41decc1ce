// SPDX-License-Identifier: GPL-3.0-or-later
// construct: case distinction
// expect: unreach-call=true
// engines: explore; bmc-order; impact; induction, invariants unknown "no proof found"
// slow: bmc-lazy, bmc-eager
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// Peterson's algorithm with atomics lets one thread in at a time. With BUG a thread gives the turn to itself.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef BUG
#define TURN(me) (me)
#else
#define TURN(me) (1 - (me))
#endif
static atomic_int wants[2], turn, inside;

static void visit(int me) {
  wants[me] = 1;
  turn = TURN(me);
  while (wants[1 - me] && turn == 1 - me) {}
  assert(inside++ == 0);
  inside--;
  wants[me] = 0;
}

static void *other(void *arg) {
  visit(1);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  visit(0);
  pthread_join(t, 0);
}
