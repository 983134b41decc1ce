// SPDX-License-Identifier: GPL-3.0-or-later
// sysprog21/concurrent-programs lf-queue: THREADS producers, main consumes.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include "lfq.h"

static struct lfq_ctx queue;
static int values[THREADS];

static void *producer(void *value) {
  assert(lfq_enqueue(&queue, value) == 0);
  return NULL;
}

int main(void) {
  lfq_init(&queue, 1);
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, producer, &values[i]);
  int got = lfq_dequeue_tid(&queue, 0) != NULL;
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  while (lfq_dequeue_tid(&queue, 0) != NULL) got++;
  assert(got == THREADS);
  return 0;
}
