// SPDX-License-Identifier: GPL-3.0-or-later
// The same for a variable of a block.
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
void touch(int* p) { *p = 1; }
int main() {
  int* p = 0;
  for (int i = 0; i < 2; i++) {
    int x = 0;
    if (p) touch(p);
    p = &x;
    touch(&x);
  }
  return 0;
}
