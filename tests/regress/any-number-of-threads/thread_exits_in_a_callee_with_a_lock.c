// SPDX-License-Identifier: GPL-3.0-or-later
// A thread that ends in a callee keeps the lock of the caller for ever.
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
struct S {
  pthread_mutex_t m;
  int d;
} a = {PTHREAD_MUTEX_INITIALIZER}, b = {PTHREAD_MUTEX_INITIALIZER};
struct S* pick(int c) { return c ? &a : &b; }
void bye(void) { pthread_exit(0); }
void* f(void* x) {
  struct S* p = pick(__VERIFIER_nondet_int());
  pthread_mutex_lock(&p->m);
  if (p->d) bye();
  p->d = 1;
  pthread_mutex_unlock(&p->m);
  return 0;
}
int main() {
  pthread_t t;
  a.d = 1;
  pthread_create(&t, 0, f, 0);
  pthread_mutex_lock(&a.m);
  a.d = 2;
  pthread_mutex_unlock(&a.m);
  pthread_join(t, 0);
  pthread_mutex_lock(&a.m);
  pthread_mutex_unlock(&a.m);
  return 0;
}
