// The usual spin lock: taken by an exchange that acquires, given back by a store that releases.
// expect: no-data-race=true
// variant: -DCOMPARE => no-data-race=true
#include <pthread.h>
#include <stdatomic.h>

atomic_int held;
int data;

static void enter(void) {
#ifdef COMPARE
  int expected = 0;
  while (!atomic_compare_exchange_weak_explicit(&held, &expected, 1, memory_order_acquire, memory_order_relaxed)) expected = 0;
#else
  while (atomic_exchange_explicit(&held, 1, memory_order_acquire)) {
  }
#endif
}

void *worker(void *arg) {
  enter();
  data++;
  atomic_store_explicit(&held, 0, memory_order_release);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  return 0;
}
