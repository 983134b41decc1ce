// SPDX-License-Identifier: GPL-3.0-or-later
// sysprog21/concurrent-programs spmc: one producer, THREADS consumers.
#define main their_main
#include "spmc.c"
#undef main
#include <assert.h>

static spmc_ref_t queue;
static int taken[3];

static void *consumer(void *unused) {
  uintptr_t got;
  if (spmc_dequeue(queue, &got)) __sync_fetch_and_add(&taken[got], 1);
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  queue = spmc_new(1, NULL);
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, consumer, NULL);
  assert(spmc_enqueue(queue, 1) && spmc_enqueue(queue, 2));
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  assert(taken[1] <= 1 && taken[2] <= 1);
  return 0;
}
