// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// engines: explore; impact
// variant: -DINSIDE => no-deadlock=false
// engines: explore; impact
// variant: -DRIGHT => no-deadlock=true
// engines: explore; impact unknown
// The guard never holds: 2 * 2 is not 6. An engine to which a product may be anything must not say that it does.
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
static int x, y, done;
static void *waiter(void *arg) {
  (void)arg;
  __VERIFIER_atomic_begin();
#ifdef INSIDE
  if (x * y != 6) __VERIFIER_assume(done);
#else
  __VERIFIER_assume(x * y == 6);
#endif
  done = 1;
  __VERIFIER_atomic_end();
  return 0;
}
int main(void) {
  pthread_t t;
  x = 2;
#ifdef RIGHT
  y = 3;
#else
  y = 2;
#endif
  pthread_create(&t, 0, waiter, 0);
  pthread_join(t, 0);
}
