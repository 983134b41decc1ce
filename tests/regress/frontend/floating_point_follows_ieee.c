// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// variant: -DWRONG => unreach-call=false
#include <assert.h>

int main(void) {
  volatile double tenth = 0.1, zero = 0.0;
  volatile float f = 16777216.0f;
  assert(tenth + 0.2 != 0.3 && tenth + 0.2 > 0.3);
  assert(f + 1.0f == f);
  double nan = zero / zero, inf = 1.0 / zero;
  assert(nan != nan && !(nan < 1.0) && !(nan >= 1.0));
  assert(inf > 1e308 && -inf < 0);
  assert((int)-2.9 == -2 && (unsigned)3.99 == 3u);
  assert((float)tenth != tenth);
  volatile int third = 1;
  assert((double)third / 3 * 3 == 1.0);
#ifdef WRONG
  assert((float)tenth == tenth);
#endif
  return 0;
}
