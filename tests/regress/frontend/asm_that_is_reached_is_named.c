// SPDX-License-Identifier: GPL-3.0-or-later
// What is not known costs only the executions that come there: the failure before it is found, and without that one
// nothing is proven.
// expect: unreach-call=false
// engines: explore; bmc-order; auto
// variant: -DREPAIRED => unreach-call=unknown
// reason: inline assembly at
// engines: explore; bmc-order; auto
// variant: -DREPAIRED -DLONG_DOUBLE => unreach-call=unknown
// reason: `long double` at
// engines: explore; bmc-order; auto
// variant: -DREPAIRED -DNOT_REACHED => unreach-call=true
// engines: explore; auto
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static unsigned processor(void) {
#ifdef LONG_DOUBLE
  long double much = 3;
  return (unsigned)(much * much);
#else
  unsigned a = 0, b, c, d;
  __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "=c"(c), "=d"(d));
  return a + b + c + d;
#endif
}

int main(void) {
  int x = __VERIFIER_nondet_int();
#ifndef REPAIRED
  assert(x != 5);
#endif
#ifdef NOT_REACHED
  if (x > 5 && x < 5) return (int)processor();
#else
  if (x > 100) {
    unsigned p = processor();
    assert(p != 7);
  }
#endif
  return 0;
}
