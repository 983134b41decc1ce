// SPDX-License-Identifier: GPL-3.0-or-later
// Before the first thread starts and behind the last join nothing needs to be ordered; a count that nobody decides by orders nothing and
// need not.
// expect: no-data-race=true
// variant: -DBETWEEN => no-data-race=false
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;
static int data;

static void *worker(void *arg) {
  data = 1;
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t t;
  atomic_store_explicit(&count, 0, memory_order_relaxed);
  if (atomic_load_explicit(&count, memory_order_relaxed) == 0) data = 2;
  pthread_create(&t, NULL, worker, NULL);
#ifdef BETWEEN
  if (atomic_load_explicit(&count, memory_order_relaxed) == 1) data = 3;
#endif
  pthread_join(t, NULL);
  if (atomic_load_explicit(&count, memory_order_relaxed) == 1) data = 4;
  return 0;
}
