// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// engines: explore 6 states; bmc-order unknown; bmc-lazy, bmc-eager; impact
// A second life of a barrier is not expressed by bmc-order.
#include <assert.h>
#include <pthread.h>

int main(void) {
  pthread_barrier_t b;
  int serial = 0;
  pthread_barrier_init(&b, 0, 1);
  serial += pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD;
  pthread_barrier_init(&b, 0, 1);
  serial += pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD;
  assert(serial == 2);
  return 0;
}
