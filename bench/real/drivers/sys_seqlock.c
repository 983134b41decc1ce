// SPDX-License-Identifier: GPL-3.0-or-later
// sysprog21/concurrent-programs seqlock: one writer, THREADS - 1 readers, a pair of two numbers that are equal.
#include <assert.h>
#include <pthread.h>

#include "seqlock.h"

static seqlock_t lock;
static uint64_t shared[2];

static void *writer(void *unused) {
  const uint64_t pair[2] = {1, 1};
  seqlock_write(&lock, pair, shared, sizeof shared);
  return unused;
}

static void *reader(void *unused) {
  uint64_t pair[2];
  seqlock_read(&lock, pair, shared, sizeof shared);
  assert(pair[0] == pair[1]);
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  seqlock_init(&lock);
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, i == 0 ? writer : reader, NULL);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  return 0;
}
