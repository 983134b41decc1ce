// expect: no-data-race=false unreach-call=true no-deadlock=true
// A section that waits looks at its guard again and again; the plain write outside any section races with that.
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
  ready = 1;
  pthread_join(t, 0);
  return 0;
}
