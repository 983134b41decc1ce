// SPDX-License-Identifier: GPL-3.0-or-later
// A sequence lock: the reader takes what it read only if the number did not change. It reads all the same, so the data must be
// atomic; relaxed will do.
// expect: no-data-race=true
// variant: -DPLAIN => no-data-race=false
#include <pthread.h>
#include <stdatomic.h>

#ifdef PLAIN
static int data;
#define READ(x) (x)
#define WRITE(x, v) ((x) = (v))
#else
static atomic_int data;
#define READ(x) atomic_load_explicit(&(x), memory_order_relaxed)
#define WRITE(x, v) atomic_store_explicit(&(x), v, memory_order_relaxed)
#endif
static atomic_uint number;
static int taken;

static void *writer(void *arg) {
  atomic_store_explicit(&number, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  WRITE(data, 7);
  atomic_store_explicit(&number, 2, memory_order_release);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  unsigned before = atomic_load_explicit(&number, memory_order_acquire);
  int seen = READ(data);
  atomic_thread_fence(memory_order_acquire);
  if (before % 2 == 0 && atomic_load_explicit(&number, memory_order_relaxed) == before) taken = seen;
  pthread_join(t, NULL);
  return taken;
}
