// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=true
// Two measures: the tens shrink, or they stay and the ones shrink.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned tens = __VERIFIER_nondet_uint(), ones = __VERIFIER_nondet_uint();
  while (tens > 0 && ones > 0) {
    if (__VERIFIER_nondet_int()) {
      tens--;
      ones = __VERIFIER_nondet_uint();
    } else {
      ones--;
    }
  }
  int rows = __VERIFIER_nondet_int(), columns = __VERIFIER_nondet_int();
  for (int row = 0; row < rows; row++)
    for (int column = row; column < columns; column++)
      ;
  return 0;
}
