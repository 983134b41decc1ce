// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// variant: -DREACHED => unreach-call=false
#include <assert.h>

short __VERIFIER_nondet_short(void);
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  short s = __VERIFIER_nondet_short();
  int i = s;
  long wide = __VERIFIER_nondet_int();
  short back = (short)i;
  assert(i >= -32768 && i <= 32767);
  assert((back == -9) == (s == -9));
  if (s < -5) assert(i < -5 && (unsigned)i > 0xffff0000u);
  if (wide < 0) {
    int narrow = (int)wide;
    assert(wide >= -2147483648L && narrow < 0);
    assert(wide - 1 < 0 && (narrow == -7) == (wide == -7));
#ifdef REACHED
    if (wide + 3 == -2000000 && i == -30000) reach_error();
#endif
  }
  return 0;
}
