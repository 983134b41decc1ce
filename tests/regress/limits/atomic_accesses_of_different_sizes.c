// SPDX-License-Identifier: GPL-3.0-or-later
// Given up: what C orders where atomic accesses of different sizes meet. It has no rule for them.
// expect: no-data-race=unknown
// reason: weak atomics
#include <pthread.h>
#include <stdint.h>

static union {
  uint32_t whole;
  uint8_t first;
} flag;
static int data;

static void *producer(void *arg) {
  data = 1;
  __atomic_store_n(&flag.whole, 1, __ATOMIC_RELEASE);
  return arg;
}

int main(void) {
  pthread_t t;
  int seen = 0;
  pthread_create(&t, 0, producer, 0);
  if (__atomic_load_n(&flag.first, __ATOMIC_ACQUIRE) && __atomic_load_n(&flag.whole, __ATOMIC_RELAXED)) seen = data;
  pthread_join(t, 0);
  return seen;
}
