// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=true
// engines: explore; bmc-lazy; bmc-eager
// variant: --no-lazy-context --no-lazy-balance --no-lazy-locksets => unreach-call=false no-data-race=true
// engines: bmc-lazy
// An argument goes in, a result comes out, and an input decides.
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static void *pick(void *arg) {
  long n = (long)arg;
  return (void *)(__VERIFIER_nondet_int() == 4711 ? n + 1 : n);
}

int main(void) {
  pthread_t t;
  void *result;
  pthread_create(&t, 0, pick, (void *)41);
  pthread_join(t, &result);
  assert((long)result != 42);
  return 0;
}
