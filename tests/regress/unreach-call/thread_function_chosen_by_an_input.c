// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: explore; bmc-order, bmc-lazy, bmc-eager unknown "chosen_by_an_input.c:29:3"
// variant: -DALIKE => unreach-call=true
// engines: explore; bmc-order, bmc-lazy, bmc-eager unknown "chosen_by_an_input.c:29:3"
// An input chooses what the thread does. The bounded engines do not express that, and name the line. With ALIKE both functions are fine.
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);
static int x;

static void *one(void *arg) {
  x = 1;
  return arg;
}
static void *two(void *arg) {
#ifdef ALIKE
  x = 1;
#else
  x = 2;
#endif
  return arg;
}

int main(void) {
  pthread_t t;
  void *(*function)(void *) = __VERIFIER_nondet_bool() ? one : two;
  pthread_create(&t, 0, function, 0);
  pthread_join(t, 0);
  assert(x == 1);
  return 0;
}
