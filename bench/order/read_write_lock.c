// SPDX-License-Identifier: GPL-3.0-or-later
// One writer and N readers under a read-write lock: nobody sees half of an update.
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 2
#endif
int __VERIFIER_nondet_int(void);
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;

static void *writer(void *arg) {
  int n = __VERIFIER_nondet_int();
  pthread_rwlock_wrlock(&lock);
  a = n;
  b = n;
  pthread_rwlock_unlock(&lock);
  return arg;
}
static void *reader(void *arg) {
  pthread_rwlock_rdlock(&lock);
  assert(a == b);
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t w, t[N];
  pthread_create(&w, 0, writer, 0);
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, reader, 0);
  pthread_join(w, 0);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  return 0;
}
