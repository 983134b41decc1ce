// The usual spin lock: taken by an exchange that acquires, given back by a store that releases.
// expect: no-data-race=true
// variant: -DCOMPARE => no-data-race=true
// variant: -DCOMPARE -DSUCCESS=memory_order_acq_rel => no-data-race=true
// variant: -DFLAG => no-data-race=true
// variant: -DLOOK_FIRST => no-data-race=true
// variant: -DLOOK_AGAIN => no-data-race=true
// variant: -DIN_STRUCT => no-data-race=true
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#ifndef SUCCESS
#define SUCCESS memory_order_acquire
#endif

#ifdef IN_STRUCT
struct {
  atomic_int held;
  int data;
} account;
#define held account.held
#define data account.data
#else
atomic_int held;
int data;
#endif
atomic_flag flag = ATOMIC_FLAG_INIT;

static void enter(void) {
#if defined(COMPARE)
  int expected = 0;
  while (!atomic_compare_exchange_weak_explicit(&held, &expected, 1, SUCCESS, memory_order_relaxed)) expected = 0;
#elif defined(FLAG)
  while (atomic_flag_test_and_set_explicit(&flag, memory_order_acquire)) sched_yield();
#elif defined(LOOK_FIRST)
  do {
    while (atomic_load_explicit(&held, memory_order_acquire)) {
    }
  } while (atomic_exchange_explicit(&held, 1, memory_order_acquire));
#elif defined(LOOK_AGAIN)
  for (;;) {
    if (!atomic_exchange_explicit(&held, 1, memory_order_acquire)) return;
    while (atomic_load_explicit(&held, memory_order_acquire)) sched_yield();
  }
#else
  while (atomic_exchange_explicit(&held, 1, memory_order_acquire)) {
  }
#endif
}

static void leave(void) {
#ifdef FLAG
  atomic_flag_clear_explicit(&flag, memory_order_release);
#else
  atomic_store_explicit(&held, 0, memory_order_release);
#endif
}

void *worker(void *arg) {
  enter();
  data++;
  leave();
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  return 0;
}
