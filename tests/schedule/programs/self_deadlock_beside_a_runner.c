// SPDX-License-Identifier: GPL-3.0-or-later
// A thread waits for itself for ever, while main goes on.
// expect: unsafe|unknown some counterexample no safe
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;
static void *t1(void *u) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&a);
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, t1, 0);
  for (;;) x = 1;
}
