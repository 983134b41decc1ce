// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// engines: bmc-order; bmc-lazy; bmc-eager
// variant: -DINSIDE => unreach-call=true
// variant: -DARRAYS => unreach-call=unknown
// engines: bmc-order
// variant: -DARRAYS -DINSIDE => unreach-call=true
// engines: bmc-order; impact
// Two variables may lie side by side: the end of one is then the beginning of the other. Places inside two objects differ.
void reach_error(void);
static int a[2], b[2];

int main(void) {
#ifdef ARRAYS
#define p a
#define q b
#else
  int *p = a, *q = b;
#endif
#ifdef INSIDE
  if (p + 1 == q || q + 1 == p || p + 2 != a + 2) reach_error();
#else
  if (p + 2 == q || q + 2 == p) reach_error();
#endif
  return 0;
}
