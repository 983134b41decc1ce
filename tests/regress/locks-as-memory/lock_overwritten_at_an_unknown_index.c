// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// engines: explore; bmc-order; bmc-lazy
// One of the indices is that of the lock.
#include <pthread.h>
unsigned __VERIFIER_nondet_uint(void);
static struct {
  pthread_mutex_t m;
  int x;
} k[2];

int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  pthread_mutex_lock(&k[1].m);
  if (i < sizeof k / sizeof(int)) ((int *)k)[i] = 1;
  pthread_mutex_unlock(&k[1].m);
  return 0;
}
