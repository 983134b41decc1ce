// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true no-data-race=true no-deadlock=true
// engines: auto; bmc-lazy unreach-call=true no-data-race=true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static atomic_int serial;

static void *worker(void *arg) {
  (void)arg;
  int rc = pthread_barrier_wait(&barrier);
  assert(rc == 0 || rc == PTHREAD_BARRIER_SERIAL_THREAD);
  if (rc == PTHREAD_BARRIER_SERIAL_THREAD) serial++;
  return NULL;
}
int main(void) {
  pthread_t t[2];
  pthread_barrier_init(&barrier, NULL, 3);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, NULL);
  worker(NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(serial == 1);
  pthread_barrier_destroy(&barrier);
  return 0;
}
