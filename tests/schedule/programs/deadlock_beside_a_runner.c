// SPDX-License-Identifier: GPL-3.0-or-later
// Two threads can wait for each other for ever, while a third one goes on.
// expect: partially-safe|unknown some counterexample
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;
static void *t1(void *u) {
  for (;;) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
  }
  return u;
}
static void *t2(void *u) {
  for (;;) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
  }
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, t1, 0);
  pthread_create(&t, 0, t2, 0);
  for (;;) x = 1;
}
