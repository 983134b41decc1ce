// SPDX-License-Identifier: GPL-3.0-or-later
// The read lock was refused, since the thread holds the lock already; when it is given back once, nothing is held.
// expect: no-data-race=false
// engines: explore; invariants no-data-race=unknown
// flags: --property no-data-race
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern void reach_error(void);
extern void __VERIFIER_assume(int);
int g;
pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER, b = PTHREAD_RWLOCK_INITIALIZER;
pthread_rwlock_t* pick(int c) { return c ? &a : &b; }
void* f(void* x) {
  pthread_rwlock_wrlock(&a);
  g = 1;
  pthread_rwlock_unlock(&a);
  return 0;
}
int main() {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  pthread_rwlock_t* p = pick(__VERIFIER_nondet_int());
  pthread_rwlock_wrlock(p);
  pthread_rwlock_rdlock(&a);
  pthread_rwlock_unlock(p);
  int r = g;
  return 0;
}
