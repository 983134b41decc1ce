// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false no-data-race=true
// engines: explore; bmc-order; impact
// Nobody waits for it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int done;
static void *worker(void *arg) {
  atomic_store(&done, 1);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_detach(t);
  assert(atomic_load(&done) == 1);
  return 0;
}
