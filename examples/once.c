// SPDX-License-Identifier: GPL-3.0-or-later
// A table built by whoever needs it first, published with a C11 atomic. The flag is raised after the table is complete, so
// that nobody reads half of it. With -DTOO_EARLY the flag goes up first, and the race is found.
//   ./heddle check examples/once.c
//   ./heddle check -DTOO_EARLY examples/once.c
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t building = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static int table[2];

static void build(void) {
#ifdef TOO_EARLY
  atomic_store(&ready, 1);
#endif
  table[0] = 7;
  table[1] = 11;
#ifndef TOO_EARLY
  atomic_store(&ready, 1);
#endif
}

static void *worker(void *unused) {
  (void)unused;
  if (!atomic_load(&ready)) {
    pthread_mutex_lock(&building);
    if (!atomic_load(&ready)) build();
    pthread_mutex_unlock(&building);
  }
  assert(table[0] + table[1] == 18);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
