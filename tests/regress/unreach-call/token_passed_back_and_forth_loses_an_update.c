// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=false
// engines: explore; bmc-lazy; bmc-eager
// variant: --no-lazy-context --no-lazy-balance --no-lazy-locksets => unreach-call=false no-data-race=false
// engines: bmc-lazy
// Both threads read before either writes: the token has to go to the other one and back.
#include <assert.h>
#include <pthread.h>
static int x;

static void *add(void *arg) {
  x = x + 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  x = x + 1;
  pthread_join(t, 0);
  assert(x == 2);
  return 0;
}
