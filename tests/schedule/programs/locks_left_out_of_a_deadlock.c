// SPDX-License-Identifier: GPL-3.0-or-later
// The locks of this program do nothing but lock each other out: without them nothing is left that could fail.
// args: --no-locks
// expect: safe some safe no counterexample
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_spinlock_t b;
static pthread_rwlock_t c = PTHREAD_RWLOCK_INITIALIZER;
static void *other(void *unused) {
  pthread_mutex_lock(&a);
  pthread_spin_lock(&b);
  pthread_spin_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_spin_init(&b, 0);
  pthread_create(&t, 0, other, 0);
  pthread_spin_lock(&b);
  pthread_mutex_lock(&a);
  assert(pthread_mutex_trylock(&a) == 0);
  pthread_rwlock_rdlock(&c);
  assert(pthread_rwlock_wrlock(&c) == 0);
  pthread_join(t, 0);
}
