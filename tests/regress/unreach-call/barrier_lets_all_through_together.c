// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// engines: explore 32 states; bmc-order; bmc-lazy, bmc-eager unreach-call=true no-data-race=true no-deadlock=unknown
// Each thread reads behind the barrier what the other wrote before it; exactly one is the serial thread.
#include <assert.h>
#include <pthread.h>
static pthread_barrier_t barrier;
static int left, right, serial[2];

static void *worker(void *arg) {
  left = 1;
  serial[0] = pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
  assert(right == 1);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&t, 0, worker, 0);
  right = 1;
  serial[1] = pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
  assert(left == 1);
  pthread_join(t, 0);
  pthread_barrier_destroy(&barrier);
  assert(serial[0] + serial[1] == 1);
  return 0;
}
