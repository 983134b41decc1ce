// SPDX-License-Identifier: GPL-3.0-or-later
// sysprog21/concurrent-programs mpmc: THREADS producers; main takes what they have put in.
#define main their_main
#include "mpmc.c"
#undef main
#include <assert.h>

static void *put(void *value) {
  handle_t *handle = calloc(1, sizeof(handle_t));
  mpmc_queue_register(&mpmc, handle, ENQUEUE);
  mpmc_enqueue(&mpmc, handle, value);
  return NULL;
}

int main(void) {
  static int values[THREADS];
  pthread_t threads[THREADS];
  handle_t own = {0};
  mpmc_init_queue(&mpmc, THREADS, 1, 8);
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, put, &values[i]);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  mpmc_queue_register(&mpmc, &own, DEQUEUE);
  for (int i = 0; i < THREADS; i++) ++*(int *)mpmc_dequeue(&mpmc, &own);
  for (int i = 0; i < THREADS; i++) assert(values[i] == 1);
  return 0;
}
