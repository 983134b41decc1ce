// expect: no-data-race=true unreach-call=true
// variant: -DEXPECTED=0 => no-data-race=false
// A compare-and-exchange that never finds what it expects is a load; next to a plain read that is no race.
#include <assert.h>
#include <pthread.h>
#ifndef EXPECTED
#define EXPECTED 1
#endif

static int word;

static void *worker(void *arg) {
  int expected = EXPECTED;
  __atomic_compare_exchange_n(&word, &expected, 5, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  int seen = word;
  assert(seen == 0 || seen == 5);
  pthread_join(t, 0);
  return 0;
}
