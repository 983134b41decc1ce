// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=true
// variant: -DSINE => unreach-call=unknown
// variant: -DPOWER => unreach-call=unknown
#include <assert.h>
#include <math.h>

int main(void) {
  volatile double half = 0.5, two = 2, minus = -2.5, ten = 10;
  assert(floor(minus) == -3 && ceil(minus) == -2 && trunc(minus) == -2 && round(minus) == -3 && rint(minus) == -2);
  assert(sqrt(two) == 1.4142135623730951 && sqrt(two * two) == 2 && sqrtf(16) == 4);
  assert(pow(two, 10) == 1024 && pow(ten, 3) == 1000 && pow(half, 0) == 1);
  assert(fabs(minus) == 2.5 && fmin(half, two) == half && fmax(half, two) == two);
  assert(lround(half) == 1 && isnan(sqrt(minus)));
#ifdef SINE
  assert(sin(half) < 1);
#endif
#ifdef POWER
  assert(pow(half, half) < 1);
#endif
  return 0;
}
