// SPDX-License-Identifier: GPL-3.0-or-later
// Who acquires from a read-modify-write, relaxed or not, acquires what was released into the value that it updated. A mere store
// ends that, also one of the thread that released (since C17; C11 let that one go on).
// expect: no-data-race=true
// variant: -DSTORE_OF_ANOTHER => no-data-race=false
// variant: -DSTORE_OF_ITS_OWN => no-data-race=false
// variant: -DSTORE_OF_ITS_OWN -DORDER=memory_order_release => no-data-race=true
// variant: -DFIRST=memory_order_relaxed => no-data-race=false
#include <pthread.h>
#include <stdatomic.h>

#ifndef ORDER
#define ORDER memory_order_relaxed
#endif
#ifndef FIRST
#define FIRST memory_order_release
#endif

static atomic_int stage;
static int data;

static void *producer(void *arg) {
  data = 1;
  atomic_store_explicit(&stage, 1, FIRST);
#ifdef STORE_OF_ITS_OWN
  atomic_store_explicit(&stage, 2, ORDER);
#endif
  return arg;
}

static void *between(void *arg) {
#ifdef STORE_OF_ANOTHER
  if (atomic_load_explicit(&stage, memory_order_relaxed) == 1) atomic_store_explicit(&stage, 2, ORDER);
#elif !defined(STORE_OF_ITS_OWN)
  int expected = 1;
  atomic_compare_exchange_strong_explicit(&stage, &expected, 2, ORDER, memory_order_relaxed);
#endif
  return arg;
}

int main(void) {
  pthread_t a, b;
  int seen = 0;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, between, NULL);
  if (atomic_load_explicit(&stage, memory_order_acquire) == 2) seen = data;
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return seen;
}
