// SPDX-License-Identifier: GPL-3.0-or-later
// The thread waits for itself, but only in the third round of its loop.
// expect: no-deadlock=false
// engines: explore; impact
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
  pthread_mutex_lock(&m);
  for (int k = 0; k < 3; k++)
    if (k == 2) pthread_mutex_lock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  while (1) {
  }
}
