// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=true unreach-call=true no-data-race=true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int total;

static void *adder(void *arg) {
  int n = *(int *)arg;
  for (int i = 0; i < 2; i++) {
    int seen = total;
    while (!atomic_compare_exchange_strong(&total, &seen, seen + n)) {
    }
  }
  return NULL;
}
int main(void) {
  pthread_t a, b;
  int one = 1, ten = 10;
  pthread_create(&a, NULL, adder, &one);
  pthread_create(&b, NULL, adder, &ten);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(total == 22);
  return 0;
}
