// SPDX-License-Identifier: GPL-3.0-or-later
// sysprog21/concurrent-programs hashmap: THREADS threads put one entry each, with two buckets.
#include <assert.h>
#include <pthread.h>

#include "hashmap.h"

static hashmap_t *map;
static uint32_t keys[THREADS];

static uint8_t differ(const void *x, const void *y) { return *(const uint32_t *)x != *(const uint32_t *)y; }
static uint64_t hash(const void *key) { return *(const uint32_t *)key; }
static void *put(void *key) {
  hashmap_put(map, key, key);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  map = hashmap_new(2, differ, hash);
  for (int i = 0; i < THREADS; i++) {
    keys[i] = i;
    pthread_create(&threads[i], NULL, put, &keys[i]);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < THREADS; i++) assert(hashmap_get(map, &keys[i]) == &keys[i]);
  return 0;
}
