// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=true
// variant: -DBITS => termination=true
// variant: -DREMAINDER => termination=true
// variant: -DABOVE => termination=true
// Every round makes a number smaller: half of it, without its last bit set, the remainder by it.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
#if defined(BITS)
  unsigned bits = __VERIFIER_nondet_uint();
  while (bits) bits &= bits - 1;
#elif defined(REMAINDER)
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  while (b != 0) {
    unsigned rest = a % b;
    a = b;
    b = rest;
  }
#elif defined(ABOVE)
  int n = __VERIFIER_nondet_int();
  while (n > 0) n /= 2;
#else
  int n = __VERIFIER_nondet_int();
  while (n != 0) n = n / 2;
#endif
  return 0;
}
