// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-data-race=false|unknown
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *producer(void *arg) {
  (void)arg;
  data = 9;
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return NULL;
}
int main(void) {
  pthread_t t;
  int seen = 0;
  pthread_create(&t, NULL, producer, NULL);
  if (atomic_load_explicit(&ready, memory_order_relaxed)) seen = data;
  pthread_join(t, NULL);
  return seen;
}
