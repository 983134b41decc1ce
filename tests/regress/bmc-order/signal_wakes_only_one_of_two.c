// SPDX-License-Identifier: GPL-3.0-or-later
// expect: no-deadlock=false
// flags: --engine bmc-order
// Two wait for one flag; the signal wakes one of them and the other sleeps on.
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int go;

static void *waiter(void *arg) {
  pthread_mutex_lock(&lock);
  while (!go) pthread_cond_wait(&ready, &lock);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waiter, 0);
  pthread_create(&b, 0, waiter, 0);
  pthread_mutex_lock(&lock);
  go = 1;
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&lock);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
