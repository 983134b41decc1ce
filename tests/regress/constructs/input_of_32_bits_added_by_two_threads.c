// SPDX-License-Identifier: GPL-3.0-or-later
// construct: wide input
// expect: unreach-call=true
// engines: explore unknown "input too wide"; bmc-order; bmc-lazy; bmc-eager; impact
// engines: induction, invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// Two threads add the same 32-bit input under a mutex, so the sum is even. With BUG a thread lets go between reading
// and writing.
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned input, sum;

static void *add(void *arg) {
  pthread_mutex_lock(&m);
  unsigned seen = sum;
#ifdef BUG
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
#endif
  sum = seen + input;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  input = __VERIFIER_nondet_uint();
  pthread_create(&t, 0, add, 0);
  add(0);
  pthread_join(t, 0);
  assert(sum == 2 * input);
}
