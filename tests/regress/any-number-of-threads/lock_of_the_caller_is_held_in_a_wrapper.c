// SPDX-License-Identifier: GPL-3.0-or-later
// A lock that the caller holds counts while a wrapper takes another one.
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
pthread_mutex_t B = PTHREAD_MUTEX_INITIALIZER;
struct S* pick(int c) { return c ? &a : &b; }
__attribute__((noinline)) void lockB(void) { pthread_mutex_lock(&B); }
void* f(void* x) {
  pthread_mutex_lock(&B);
  pthread_mutex_lock(&a.m);
  a.d = 1;
  pthread_mutex_unlock(&a.m);
  pthread_mutex_unlock(&B);
  return 0;
}
int main() {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  struct S* p = pick(__VERIFIER_nondet_int());
  pthread_mutex_lock(&p->m);
  lockB();
  p->d = 2;
  pthread_mutex_unlock(&B);
  pthread_mutex_unlock(&p->m);
  return 0;
}
