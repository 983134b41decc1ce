// SPDX-License-Identifier: GPL-3.0-or-later
// What a moved pointer leads to may fail.
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
int arr[2] = {0, 7};
_Atomic(int*) p = arr;
int main() {
  atomic_fetch_add(&p, 1);
  if (*atomic_load(&p) == 7) reach_error();
  return 0;
}
