// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static struct {
  atomic_int counter;
  _Atomic unsigned char low;
  _Atomic long sum;
} shared = {0, 254, 1};

static void *worker(void *arg) {
  (void)arg;
  shared.counter++;
  shared.low += 1;
  shared.sum *= 3;
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(shared.counter == 2);
  assert(shared.low == 0);
  assert(shared.sum == 9);
  return 0;
}
