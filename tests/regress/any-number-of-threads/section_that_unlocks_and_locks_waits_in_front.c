// SPDX-License-Identifier: GPL-3.0-or-later
// A section is one step: it waits with what its thread holds before it.
// expect: no-deadlock=false
// engines: explore; invariants no-deadlock=unknown
// flags: --property no-deadlock
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern void reach_error(void);
extern void __VERIFIER_assume(int);
pthread_mutex_t A = PTHREAD_MUTEX_INITIALIZER, B = PTHREAD_MUTEX_INITIALIZER;
void* f(void* x) {
  pthread_mutex_lock(&B);
  pthread_mutex_lock(&A);
  pthread_mutex_unlock(&A);
  pthread_mutex_unlock(&B);
  return 0;
}
int main() {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  pthread_mutex_lock(&A);
  __VERIFIER_atomic_begin();
  pthread_mutex_unlock(&A);
  pthread_mutex_lock(&B);
  __VERIFIER_atomic_end();
  pthread_mutex_unlock(&B);
  return 0;
}
