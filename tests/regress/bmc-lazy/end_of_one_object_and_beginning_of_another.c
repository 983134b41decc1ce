// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// flags: --engine bmc-lazy
// variant: -DINSIDE => unreach-call=true
// Two variables may lie side by side. Inside of objects addresses differ.
void reach_error(void);
static int a[2], b[2];

int main(void) {
  int *p = a, *q = b;
#ifdef INSIDE
  if (p + 1 == q || q + 1 == p || p + 2 != a + 2) reach_error();
#else
  if (p + 2 == q || q + 2 == p) reach_error();
#endif
  return 0;
}
