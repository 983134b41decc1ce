// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// reason: undefined behaviour
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  return 100 / n;
}
