// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=false
// engines: auto; lasso termination=false
#include <pthread.h>
#include <stdatomic.h>

static atomic_int started, ready;

static void *worker(void *arg) {
  (void)arg;
  started = 1;
  while (!ready) {
  }
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  while (!started) {
  }
  pthread_join(t, NULL);
  return 0;
}
