// SPDX-License-Identifier: GPL-3.0-or-later
// Two paths write words of different width.
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
union U {
  struct {
    int a;
    int b;
  } s;
  long l;
};
int main() {
  union U* u = calloc(1, sizeof *u);
  if (__VERIFIER_nondet_int())
    u->l = 0x500000000L;
  else
    u->s.a = 1;
  if (u->s.b == 5) reach_error();
  return 0;
}
