// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static long long total;
static unsigned short flags = 7;
static bool locked;
static int guarded;

static void *worker(void *arg) {
  int n = *(int *)arg;
  __atomic_add_fetch(&total, n, __ATOMIC_SEQ_CST);
  __atomic_fetch_and(&flags, (unsigned short)~n, __ATOMIC_ACQ_REL);
  while (__atomic_test_and_set(&locked, __ATOMIC_ACQUIRE)) {
  }
  guarded += n;
  __atomic_clear(&locked, __ATOMIC_RELEASE);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  int one = 1, two = 2, old;
  pthread_create(&a, NULL, worker, &one);
  pthread_create(&b, NULL, worker, &two);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(total == 3 && flags == 4 && guarded == 3);
  int next = 50;
  __atomic_exchange(&guarded, &next, &old, __ATOMIC_SEQ_CST);
  assert(old == 3 && guarded == 50);
  old = 49;
  assert(!__atomic_compare_exchange_n(&guarded, &old, 1, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  assert(old == 50);
  return 0;
}
