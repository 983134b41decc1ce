// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=true
// Every round makes a number smaller: half of it, without its last bit set, the remainder by it.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static int half(int n) { return n / 2; }

int main(void) {
  int n = __VERIFIER_nondet_int();
  while (n != 0) n = half(n);
  unsigned bits = __VERIFIER_nondet_uint(), shifted = bits;
  while (bits) bits &= bits - 1;
  while (shifted) shifted >>= 1;
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < 0 || b < 0) return 1;
  while (b != 0) {
    int rest = a % b;
    a = b;
    b = rest;
  }
  return 0;
}
