// SPDX-License-Identifier: GPL-3.0-or-later
// Assumed: sequential consistency. With relaxed atomics a machine may keep both stores back, and both threads read 0. That the
// relaxed operations order other memory is not assumed; here the joins do.
// expect: unreach-call=true no-data-race=true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int seen_y, seen_x;

static void *first(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  seen_y = atomic_load_explicit(&y, memory_order_relaxed);
  return unused;
}

static void *second(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  seen_x = atomic_load_explicit(&x, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(seen_x || seen_y);
}
