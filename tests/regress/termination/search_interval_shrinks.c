// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=true
// variant: -DBUG => termination=false
// One of the two ends moves in every round. With BUG the low end stays where it is when the interval has one element.
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
#ifdef BUG
  int size = __VERIFIER_nondet_uchar();
#else
  int size = __VERIFIER_nondet_int();
#endif
  int low = 0, high = size;
  while (low < high) {
    if (__VERIFIER_nondet_int())
#ifdef BUG
      low += (high - low) / 2;
#else
      low++;
#endif
    else
      high--;
  }
  return 0;
}
