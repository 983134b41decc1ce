// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=true no-deadlock=true
// engines: auto; bmc-lazy, bmc-eager unreach-call=false no-data-race=true; impact unreach-call=false no-data-race=true
// line: 21
// Relying on main to be the serial thread.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;

static void *worker(void *arg) {
  (void)arg;
  pthread_barrier_wait(&barrier);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&t, NULL, worker, NULL);
  int rc = pthread_barrier_wait(&barrier);
  assert(rc == PTHREAD_BARRIER_SERIAL_THREAD);
  pthread_join(t, NULL);
  return 0;
}
