// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// engines: explore; bmc-order; impact
// The third one never comes.
#include <pthread.h>
static pthread_barrier_t barrier;
static void *worker(void *arg) {
  pthread_barrier_wait(&barrier);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, 0, 3);
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
