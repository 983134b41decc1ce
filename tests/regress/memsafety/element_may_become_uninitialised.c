// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// engines: induction
// variant: -DNEVER => unreach-call=unknown
// variant: -DOWN => unreach-call=unknown
// An array whose index is an input holds any value; what may be uninitialised must not become one.
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
#ifdef OWN
static _Thread_local int array[2];
#else
static int array[2];
#endif
static atomic_int step;

int main(void) {
  int x, *p = &x;
#ifndef NEVER
  if (__VERIFIER_nondet_int()) *p = 1;
#endif
  atomic_load(&step);
  unsigned k = (unsigned)__VERIFIER_nondet_int() % 2;
  array[k] = *p;
  return array[k] == 5;
}
