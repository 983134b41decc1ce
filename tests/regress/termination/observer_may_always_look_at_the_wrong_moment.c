// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=false
// engines: auto; lasso termination=false
// Fairness between threads does not make the observer look while the lamp is on.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lamp, seen;

static void *blinker(void *arg) {
  (void)arg;
  while (!seen) {
    lamp = 1;
    lamp = 0;
  }
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, blinker, NULL);
  while (!lamp) {
  }
  seen = 1;
  pthread_join(t, NULL);
  return 0;
}
