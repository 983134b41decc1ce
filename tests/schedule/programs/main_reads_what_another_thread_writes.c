// SPDX-License-Identifier: GPL-3.0-or-later
// A read-write lock that main read-locks in a loop: nobody waits for main while it holds nothing.
// expect: safe|unknown some safe no counterexample
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;
static void *t1(void *u) {
  for (;;) {
    pthread_rwlock_wrlock(&l);
    a = !a;
    b = !b;
    pthread_rwlock_unlock(&l);
  }
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, t1, 0);
  for (;;) {
    pthread_rwlock_rdlock(&l);
    assert(a == b);
    pthread_rwlock_unlock(&l);
  }
}
