// expect: no-data-race=true unreach-call=true no-deadlock=true
// The same with the write in a section of its own.
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int);
static int ready;

static void *waiter(void *arg) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(ready != 0);
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  __VERIFIER_atomic_begin();
  ready = 1;
  __VERIFIER_atomic_end();
  pthread_join(t, 0);
  return 0;
}
