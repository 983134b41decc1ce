// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: explore; bmc-lazy; bmc-eager
// variant: --no-lazy-context --no-lazy-balance --no-lazy-locksets => unreach-call=false
// engines: bmc-lazy
// The failing thread has no operation that others could see.
#include <pthread.h>
extern void reach_error(void);
static int x;

static void *work(void *arg) {
  x++;
  return arg;
}

static void *fail(void *arg) {
  reach_error();
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, work, 0);
  pthread_create(&u, 0, fail, 0);
  return 0;
}
