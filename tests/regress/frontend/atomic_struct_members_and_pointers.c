// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

struct stats {
  _Atomic uint8_t small;
  _Atomic uint16_t medium;
  _Atomic int64_t large;
  _Atomic(int *) best;
};
static struct stats stats;
static int values[3] = {4, 9, 7};

static void *collect(void *arg) {
  int *p = arg;
  atomic_fetch_add(&stats.small, 200);
  atomic_fetch_or(&stats.medium, (uint16_t)(1u << *p));
  atomic_fetch_sub(&stats.large, 1);
  int *seen = atomic_load(&stats.best);
  while ((!seen || *seen < *p) && !atomic_compare_exchange_weak(&stats.best, &seen, p)) {
  }
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, collect, &values[1]);
  collect(&values[0]);
  pthread_join(t, NULL);
  assert(stats.small == 144 && stats.medium == 0x210 && stats.large == -2);
  assert(stats.best == &values[1]);
  return 0;
}
