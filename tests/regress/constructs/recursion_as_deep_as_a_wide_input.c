// SPDX-License-Identifier: GPL-3.0-or-later
// construct: recursion with a wide input
// expect: termination=true
// engines: explore unknown "input too wide"
// engines: auto unknown "a function may call itself, or a thread start one like itself"
// variant: -DBUG => termination=false
// engines: explore; auto
// A thread halves a 32-bit input in every call. With BUG a call does not halve the number 1.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned halve(unsigned n) {
#ifdef BUG
  while (n == 1) {}
#endif
  return n == 0 ? 0 : 1 + halve(n / 2);
}

static void *run(void *arg) {
  halve(__VERIFIER_nondet_uint());
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
}
