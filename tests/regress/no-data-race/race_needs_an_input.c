// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// engines: explore; bmc-order; impact
// Only one of four thousand million indices meets the other thread's element.
#include <pthread.h>
unsigned __VERIFIER_nondet_uint(void);
static int cells[4];

static void *writer(void *arg) {
  cells[3] = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  unsigned at = __VERIFIER_nondet_uint();
  if (at * 3 == 9 && at < 4) cells[at]++;
  pthread_join(t, 0);
  return 0;
}
