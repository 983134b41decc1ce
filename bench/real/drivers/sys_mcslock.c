// SPDX-License-Identifier: GPL-3.0-or-later
// sysprog21/concurrent-programs mcslock: THREADS threads count under the lock.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include "mcslock.h"

static mcslock_t lock;
static mcsnode_t nodes[THREADS];
static int count;

static void *add_one(void *node) {
  mcslock_acquire(&lock, node);
  ++count;
  mcslock_release(&lock, node);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  mcslock_init(&lock);
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, add_one, &nodes[i]);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  assert(count == THREADS);
  return 0;
}
