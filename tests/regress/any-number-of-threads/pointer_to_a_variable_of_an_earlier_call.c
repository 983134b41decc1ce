// SPDX-License-Identifier: GPL-3.0-or-later
// The variable that is there now is not the one that the pointer led to: nothing is proven without a condition.
// expect: unreach-call=unknown
// engines: explore; auto; invariants unreach-call=true
// variant: --strict => unreach-call=unknown
// engines: invariants
// flags: --property unreach-call
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern void reach_error(void);
extern void __VERIFIER_assume(int);
int* id(int* p) { return p; }
int* f2(int* old) {
  int x = 1;
  if (old) *old = 1;
  return id(&x);
}
int main() {
  int* p = f2(0);
  f2(p);
  return 0;
}
