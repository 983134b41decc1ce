// SPDX-License-Identifier: GPL-3.0-or-later
// expect: termination=true
// variant: -DENDLESS => termination=false
// No formula has words for floating-point numbers. An analysis of the values shows that nothing undefined happens.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  double d = __VERIFIER_nondet_int();
  int steps = 0;
  if (d > 3.5) steps = 1;
#ifdef ENDLESS
  while (steps >= 0) steps = !steps;
#endif
  return steps;
}
