// SPDX-License-Identifier: GPL-3.0-or-later
// construct: loop up to a wide input
// expect: termination=true
// engines: auto
// slow: explore
// variant: -DBUG => termination=false
// engines: explore; auto
// Two threads count up to a 32-bit input. With BUG they forget to count.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
static unsigned n;

static void *count(void *arg) {
#ifdef BUG
  for (unsigned i = 0; i < n;) {}
#else
  for (unsigned i = 0; i < n; i++) {}
#endif
  return arg;
}

int main(void) {
  pthread_t t, u;
  n = __VERIFIER_nondet_uint();
  pthread_create(&t, 0, count, 0);
  pthread_create(&u, 0, count, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
