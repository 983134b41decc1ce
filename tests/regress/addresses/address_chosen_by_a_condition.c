// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// engines: explore; induction unknown; impact
// variant: -DOTHERS => unreach-call=false
// engines: explore; induction unknown; impact
// variant: -DHOLDS => unreach-call=true
// The compiler makes one address of the two: what is behind the access is reached all the same.
#include <pthread.h>
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
static int a, b;

static void *set(void *unused) {
  *(__VERIFIER_nondet_bool() ? &a : &b) = 1;
#ifdef HOLDS
  if (a + b == 0) reach_error();
#else
  if (a) reach_error();
#endif
  return unused;
}

int main(void) {
#ifdef OTHERS
  pthread_t t;
  pthread_create(&t, NULL, set, NULL);
  pthread_join(t, NULL);
#else
  set(NULL);
#endif
  return 0;
}
