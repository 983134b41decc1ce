// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// flags: --engine bmc-order
// variant: -DINSIDE => unreach-call=true
// The end of one object may be the beginning of another; two places inside of two objects are never the same.
void reach_error(void);
static int a[2], b[2];

int main(void) {
#ifdef INSIDE
  if (a + 1 == b || b + 1 == a) reach_error();
#else
  if (a + 2 == b || b + 2 == a) reach_error();
#endif
  return 0;
}
