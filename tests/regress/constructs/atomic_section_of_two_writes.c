// SPDX-License-Identifier: GPL-3.0-or-later
// construct: atomic section
// expect: unreach-call=true
// engines: explore; bmc-order; bmc-lazy; bmc-eager; induction; impact; invariants unknown "no proof found"
// variant: -DBUG => unreach-call=false
// engines: explore; bmc-order; bmc-lazy; bmc-eager; impact; walk; induction, invariants unknown "no proof found"
// Nobody sees what is between the two writes of an atomic section. With BUG the second write is behind the section.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int a, b;

static void *write_both(void *arg) {
  __VERIFIER_atomic_begin();
  a = 1;
#ifdef BUG
  __VERIFIER_atomic_end();
  b = 1;
#else
  b = 1;
  __VERIFIER_atomic_end();
#endif
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, write_both, 0);
  __VERIFIER_atomic_begin();
  assert(a == b);
  __VERIFIER_atomic_end();
  pthread_join(t, 0);
}
