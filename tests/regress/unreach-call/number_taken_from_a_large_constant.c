// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: auto; bmc-order; impact; induction unknown "no proof found"
// The difference wraps around: from 2147483648 to 2147483649, by way of 4294967295. As signed numbers it is two turns away.
#include <assert.h>
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned y, r;
static void *subtract(void *arg) {
  (void)arg;
  r = 0x80000000u - y;
  return 0;
}
int main(void) {
  pthread_t t;
  y = __VERIFIER_nondet_uint();
  pthread_create(&t, 0, subtract, 0);
  pthread_join(t, 0);
  if (y == 0xFFFFFFFFu) assert(r != 0x80000001u);
}
