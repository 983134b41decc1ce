// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// engines: explore; bmc-lazy; bmc-eager; impact
// variant: --no-lazy-context --no-lazy-balance --no-lazy-locksets => no-data-race=false
// engines: bmc-lazy
// Neither thread does anything before: the pair is at the very start of both.
#include <pthread.h>
static int x;

static void *put(void *arg) {
  x = 1;
  return arg;
}

static void *get(void *arg) {
  int got = x;
  return got ? arg : 0;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, put, 0);
  pthread_create(&u, 0, get, 0);
  return 0;
}
