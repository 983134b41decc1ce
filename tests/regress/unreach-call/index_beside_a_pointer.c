// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// engines: explore 72 states; bmc-order
// variant: -DFULL => unreach-call=false
// A ring with its positions and its memory in one struct: what is an address there is a matter of fields, not of the object.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static struct ring {
  pthread_mutex_t lock;
  size_t read, write, size;
  int *slots;
} ring = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void put(int v) {
  pthread_mutex_lock(&ring.lock);
  ring.slots[ring.write % ring.size] = v;
  ring.write++;
  pthread_mutex_unlock(&ring.lock);
}

static void *producer(void *arg) {
  put(*(int *)arg);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  int one = 1, two = 2;
#ifdef FULL
  ring.size = 1;
#else
  ring.size = 2;
#endif
  ring.slots = calloc(ring.size, sizeof *ring.slots);
  if (!ring.slots) return 1;
  pthread_create(&a, NULL, producer, &one);
  pthread_create(&b, NULL, producer, &two);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  int sum = 0;
  for (size_t k = 0; k < ring.size; k++) sum += ring.slots[k];
  assert(sum == 3);
  free(ring.slots);
  return 0;
}
