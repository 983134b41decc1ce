// The section waits for ever for some inputs; it has read its guard all the same.
// expect: no-data-race=false
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int);

int ready;

void *waiter(void *arg) {
  unsigned x = __VERIFIER_nondet_uchar();
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(ready == 0);
  __VERIFIER_assume(x == 1);
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  ready = 1;
  return 0;
}
