// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=true no-data-race=true unreach-call=true
// engines: explore 28 states; bmc-order; impact no-data-race=true unreach-call=true
// Everybody takes the locks in the same order.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int x;

static void *worker(void *arg) {
  for (int k = 0; k < 2; k++) pthread_mutex_lock(&lock[k]);
  x++;
  for (int k = 1; k >= 0; k--) pthread_mutex_unlock(&lock[k]);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  assert(x == 2);
  return 0;
}
