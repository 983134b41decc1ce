// SPDX-License-Identifier: GPL-3.0-or-later
// A search knows one order of all atomic operations. Locks order whatever the atomics do; a flag that orders nothing does not.
// expect: no-data-race=true
// variant: -DFLAG => no-data-race=unknown|false
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
  pthread_mutex_lock(&m);
  data = 1;
  pthread_mutex_unlock(&m);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t t;
  int seen = 0;
  pthread_create(&t, NULL, work, NULL);
  if (atomic_load_explicit(&ready, memory_order_relaxed)) {
#ifdef FLAG
    seen = data;
#else
    pthread_mutex_lock(&m);
    seen = data;
    pthread_mutex_unlock(&m);
#endif
  }
  pthread_join(t, NULL);
  return seen > 1;
}
