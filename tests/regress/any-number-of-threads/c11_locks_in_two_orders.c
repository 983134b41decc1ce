// SPDX-License-Identifier: GPL-3.0-or-later
// C11 locks are taken by procedures of the library: what is held counts there, too.
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
#include <threads.h>
struct S {
  mtx_t m;
} a, b;
mtx_t B;
struct S* pick(int c) { return c ? &a : &b; }
int f(void* x) {
  mtx_lock(&B);
  mtx_lock(&a.m);
  exit(0);
  return 0;
}
int main() {
  thrd_t t;
  mtx_init(&a.m, mtx_plain);
  mtx_init(&b.m, mtx_plain);
  mtx_init(&B, mtx_plain);
  thrd_create(&t, f, 0);
  struct S* p = pick(__VERIFIER_nondet_int());
  mtx_lock(&p->m);
  mtx_lock(&B);
  exit(0);
}
