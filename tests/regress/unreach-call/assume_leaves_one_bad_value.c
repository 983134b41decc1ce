// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=false
// line: 12
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(x % 3 == 0);
  __VERIFIER_assume(x > 200 && x < 205);
  if (x != 201) reach_error();
  return 0;
}
