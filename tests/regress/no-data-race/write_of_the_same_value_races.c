// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// engines: explore; bmc-order; impact
// variant: -DCOMPARE => no-data-race=false
// variant: -DATOMIC => no-data-race=true
// An atomic write of what is there already changes nothing, but it is a write.
#include <pthread.h>
static int x;

static void *write(void *arg) {
#ifdef COMPARE
  int none = 0;
  __atomic_compare_exchange_n(&x, &none, 0, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
#else
  __atomic_exchange_n(&x, 0, __ATOMIC_SEQ_CST);
#endif
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, write, 0);
#ifdef ATOMIC
  return __atomic_load_n(&x, __ATOMIC_SEQ_CST);
#else
  return x;
#endif
}
