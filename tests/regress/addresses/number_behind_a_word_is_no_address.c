// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// engines: explore; bmc-order; bmc-lazy; bmc-eager
// variant: -DHALVES => unreach-call=unknown
// engines: explore; bmc-order; bmc-lazy
// The engines name objects by such numbers; the program must not get at an object through one.
extern void reach_error(void);
static int x = 5;
static unsigned long word;
static union {
  struct {
    unsigned low, high;
  } halves;
  int *pointer;
} both;

int main(void) {
#ifdef HALVES
  both.halves.high = 1;
  if (*both.pointer == 77) reach_error();
#else
  word = 0x100000000ul;
  int *p = (int *)word;
  *p = 7;
  if (x != 5) reach_error();
#endif
  return 0;
}
