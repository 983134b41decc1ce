// The section never passes, so its write never happens and cannot race; what its guard reads can.
// expect: no-data-race=true
// variant: -DGUARD => no-data-race=false
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int);

int x, y;

void *waiter(void *arg) {
  __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_assume(y == 3);
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
#ifdef GUARD
  y = 1;
#endif
  return x;
}
