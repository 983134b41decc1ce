// SPDX-License-Identifier: GPL-3.0-or-later
// Atomic-heavy: threads count into shared atomic counters and take tickets with compare-and-exchange.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { THREADS = 4, ROUNDS = 10000000, COUNTERS = 16 };

static atomic_long counter[COUNTERS];
static atomic_long highest;

static void *work(void *arg) {
  unsigned random = (unsigned)(long)arg * 2654435761u + 1;
  for (int i = 0; i < ROUNDS; i++) {
    random = random * 1664525u + 1013904223u;
    atomic_fetch_add(&counter[random >> 12 & (COUNTERS - 1)], 1);
    long seen = atomic_load(&highest), mine = random >> 4;
    while (mine > seen && !atomic_compare_exchange_weak(&highest, &seen, mine)) {
    }
  }
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  for (long i = 0; i < THREADS; i++) pthread_create(&thread[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
  long sum = 0;
  for (int i = 0; i < COUNTERS; i++) sum += counter[i];
  printf("%ld\n", sum);
  return sum != (long)THREADS * ROUNDS;
}
