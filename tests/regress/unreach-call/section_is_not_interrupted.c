// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: explore 8 states; bmc-lazy; bmc-eager; impact
// variant: --no-lazy-context --no-lazy-balance --no-lazy-locksets => unreach-call=true
// engines: bmc-lazy
// What an atomic section does in several steps nobody sees in between.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int x, y;

static void *move(void *arg) {
  __VERIFIER_atomic_begin();
  x--;
  if (arg) y++;
  else y += 1;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t;
  x = 1;
  pthread_create(&t, 0, move, 0);
  __VERIFIER_atomic_begin();
  int sum = x + y;
  __VERIFIER_atomic_end();
  assert(sum == 1);
  pthread_join(t, 0);
  return 0;
}
