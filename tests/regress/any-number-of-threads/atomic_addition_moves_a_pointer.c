// SPDX-License-Identifier: GPL-3.0-or-later
// An atomic addition to a pointer gives a pointer.
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
int arr[4];
_Atomic(int*) p = arr;
void* f(void* x) {
  int* q = atomic_load(&p);
  if (q != arr) *q = 1;
  return 0;
}
int main() {
  pthread_t t;
  atomic_fetch_add(&p, 1);
  pthread_create(&t, 0, f, 0);
  arr[1] = 2;
  return 0;
}
