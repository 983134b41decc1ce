// SPDX-License-Identifier: GPL-3.0-or-later
// Two counters under one lock, for ever. With BUG one of them is counted outside.
#include <assert.h>
#include <pthread.h>
static unsigned a, b;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *unused) {
  for (;;) {
#ifdef BUG
    a++;
#endif
    pthread_mutex_lock(&m);
#ifndef BUG
    a++;
#endif
    b++;
    pthread_mutex_unlock(&m);
  }
  return unused;
}
static void *compare(void *unused) {
  for (;;) {
    pthread_mutex_lock(&m);
    assert(a == b);
    pthread_mutex_unlock(&m);
  }
  return unused;
}
int main(void) {
  pthread_t s, t, u;
  pthread_create(&s, 0, count, 0);
  pthread_create(&t, 0, count, 0);
  pthread_create(&u, 0, compare, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
