// SPDX-License-Identifier: GPL-3.0-or-later
// Whoever gets the lock by trying has it.
// expect: safe some safe no counterexample
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;
static void *t1(void *u) {
  for (;;) {
    pthread_mutex_lock(&m);
    x = 1;
    x = 0;
    pthread_mutex_unlock(&m);
  }
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, t1, 0);
  for (;;) {
    if (pthread_mutex_trylock(&m) == 0) {
      int l = x;
      assert(l == 0);
      pthread_mutex_unlock(&m);
    }
  }
}
