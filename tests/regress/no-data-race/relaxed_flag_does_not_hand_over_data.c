// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false
// line: 31
// variant: -DRAISE=memory_order_release => no-data-race=false
// variant: -DLOOK=memory_order_acquire => no-data-race=false
// variant: -DRAISE=memory_order_release -DLOOK=memory_order_acquire => no-data-race=true
// variant: -DRAISE=memory_order_release -DLOOK=memory_order_consume => no-data-race=true
#include <pthread.h>
#include <stdatomic.h>

#ifndef RAISE
#define RAISE memory_order_relaxed
#endif
#ifndef LOOK
#define LOOK memory_order_relaxed
#endif

static atomic_int ready;
static int data;

static void *producer(void *arg) {
  (void)arg;
  data = 9;
  atomic_store_explicit(&ready, 1, RAISE);
  return NULL;
}
int main(void) {
  pthread_t t;
  int seen = 0;
  pthread_create(&t, NULL, producer, NULL);
  if (atomic_load_explicit(&ready, LOOK)) seen = data;
  pthread_join(t, NULL);
  return seen;
}
