// SPDX-License-Identifier: GPL-3.0-or-later
// A store that is wider than the one before changes the bytes behind it, too.
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
union {
  struct {
    int a;
    int b;
  } s;
  long l;
} u;
int main() {
  u.s.a = 1;
  u.l = 0x500000000L;
  if (u.s.b == 5) reach_error();
  return 0;
}
