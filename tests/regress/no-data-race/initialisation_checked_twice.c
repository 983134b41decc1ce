// SPDX-License-Identifier: GPL-3.0-or-later
// The first look is made without the lock: it must acquire what the store under the lock released.
// expect: no-data-race=true
// variant: -DLOOK=memory_order_relaxed => no-data-race=false
// variant: -DSTORE=memory_order_relaxed => no-data-race=false
// variant: -DLOOK=memory_order_relaxed -DFENCE => no-data-race=true
#include <pthread.h>
#include <stdatomic.h>

#ifndef LOOK
#define LOOK memory_order_acquire
#endif
#ifndef STORE
#define STORE memory_order_release
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static int value;

static int get(void) {
  if (!atomic_load_explicit(&ready, LOOK)) {
    pthread_mutex_lock(&lock);
    if (!atomic_load_explicit(&ready, memory_order_relaxed)) {
      value = 42;
      atomic_store_explicit(&ready, 1, STORE);
    }
    pthread_mutex_unlock(&lock);
  }
#ifdef FENCE
  atomic_thread_fence(memory_order_acquire);
#endif
  return value;
}

static void *worker(void *arg) {
  get();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  get();
  pthread_join(t, NULL);
  return 0;
}
