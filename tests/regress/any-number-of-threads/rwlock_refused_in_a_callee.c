// SPDX-License-Identifier: GPL-3.0-or-later
// A read-write lock refuses whoever holds it already, also where the callee does not know that.
// expect: unreach-call=false
// engines: explore; invariants unreach-call=unknown
// flags: --property unreach-call
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern void reach_error(void);
extern void __VERIFIER_assume(int);
pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER, b = PTHREAD_RWLOCK_INITIALIZER;
pthread_rwlock_t* pick(int c) { return c ? &a : &b; }
int rd(void) { return pthread_rwlock_rdlock(&a); }
int main() {
  pthread_rwlock_t* p = pick(__VERIFIER_nondet_int());
  pthread_rwlock_wrlock(p);
  if (rd()) reach_error();
  return 0;
}
