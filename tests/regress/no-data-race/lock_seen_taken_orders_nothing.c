// An exchange that only acquires takes a lock; who sees it taken is not ordered with the taker. Only waiting for it is safe.
// expect: no-data-race=false
// variant: -DLOOK=1 => no-data-race=false
// variant: -DLOOK=2 => no-data-race=false
// variant: -DLOOK=3 => no-data-race=false
// variant: -DLOOK=4 => no-data-race=false
// variant: -DLOOK=5 => no-data-race=false
// variant: -DLOOK=6 => no-data-race=false
// variant: -DLOOK=7 => no-data-race=false
// variant: -DLOOK=8 => no-data-race=true
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

#ifndef LOOK
#define LOOK 0
#endif

atomic_int l;
int x;

void *taker(void *arg) {
  x = 1;
  atomic_exchange_explicit(&l, 1, memory_order_acquire);
  return 0;
}

void *second(void *arg) {
#if LOOK == 4
  atomic_fetch_add_explicit(&l, 1, memory_order_release);
#elif LOOK == 5
  int expected = 1;
  atomic_compare_exchange_strong_explicit(&l, &expected, 2, memory_order_acq_rel, memory_order_acquire);
#elif LOOK == 7
  atomic_store_explicit(&l, 0, memory_order_release);
#endif
  return 0;
}

static void look(void) {
#if LOOK == 0
  if (atomic_load_explicit(&l, memory_order_acquire) == 1) x = 2;
#elif LOOK == 1
  if (atomic_exchange_explicit(&l, 1, memory_order_acquire) == 1) x = 2;
#elif LOOK == 2
  int expected = 0;
  if (!atomic_compare_exchange_strong(&l, &expected, 1)) x = 2;
#elif LOOK == 3
  int seen;
  __VERIFIER_atomic_begin();
  seen = l;
  __VERIFIER_atomic_end();
  if (seen) x = 2;
#elif LOOK == 4 || LOOK == 5
  if (atomic_load_explicit(&l, memory_order_acquire) == 2) x = 2;
#elif LOOK == 6
  int rounds = 0;
  while (atomic_load_explicit(&l, memory_order_acquire) == 1 && ++rounds < 2) {
  }
  if (rounds == 2) x = 2;
#elif LOOK == 7
  int waited = 0;
  while (atomic_load_explicit(&l, memory_order_acquire)) waited = 1;
  if (waited) x = 2;
#else
  while (atomic_exchange_explicit(&l, 1, memory_order_acquire)) {
  }
#endif
}

int main(void) {
  pthread_t t, s;
  pthread_create(&t, 0, taker, 0);
  pthread_create(&s, 0, second, 0);
  look();
  pthread_join(t, 0);
  pthread_join(s, 0);
  return 0;
}
