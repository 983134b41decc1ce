// A read-modify-write that only acquires publishes nothing; a failed compare-and-exchange that is relaxed acquires nothing.
// expect: no-data-race=false
// variant: -DSTORE => no-data-race=true
// variant: -DSTORE -DFAILURE=memory_order_relaxed => no-data-race=false
#include <pthread.h>
#include <stdatomic.h>

#ifndef FAILURE
#define FAILURE memory_order_acquire
#endif

atomic_int ready;
int data;

void *worker(void *arg) {
  data = 1;
#ifdef STORE
  atomic_store_explicit(&ready, 1, memory_order_release);
#else
  atomic_fetch_add_explicit(&ready, 1, memory_order_acquire);
#endif
  return 0;
}

int main(void) {
  pthread_t t;
  int expected = 2;
  pthread_create(&t, 0, worker, 0);
  atomic_compare_exchange_strong_explicit(&ready, &expected, 3, memory_order_acq_rel, FAILURE);
  if (expected == 1) data = 2;
  pthread_join(t, 0);
  return 0;
}
