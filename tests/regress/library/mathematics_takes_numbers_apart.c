// SPDX-License-Identifier: GPL-3.0-or-later
// Expectations from C17, 7.12 and IEEE 754.
// expect: unreach-call=true
// engines: explore
// variant: -DROUNDED => unreach-call=unknown
// variant: -DSPECIAL => unreach-call=unknown
// variant: --32 => unreach-call=true
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <float.h>
#include <limits.h>
#include <math.h>

int main(void) {
  volatile double one = 1, minus = -7.5, tiny = DBL_TRUE_MIN, huge = DBL_MAX, zero = 0;
  int exponent;
  assert(ldexp(one, 3) == 8 && scalbn(one, -1) == 0.5 && scalbln(3 * one, 2L) == 12 && ldexpf(3, -1) == 1.5f);
  assert(ldexp(one, -1074) == tiny && ldexp(tiny, 1074) == 1 && ldexp(3 * one, -1075) == 2 * tiny);  // 1.5, to even
  errno = 0;
  assert(isinf(ldexp(huge, 1)) && errno == ERANGE);
  assert(ldexp(one, -1076) == 0 && ldexp(one, INT_MIN) == 0 && isinf(ldexp(tiny, INT_MAX)));
  assert(frexp(minus, &exponent) == -0.9375 && exponent == 3);
  assert(frexp(tiny, &exponent) == 0.5 && exponent == -1073);
  assert(frexp(zero, &exponent) == 0 && exponent == 0);
  assert(ilogb(minus) == 2 && ilogb(tiny) == -1074 && ilogb(zero) == FP_ILOGB0 && logb(minus) == 2 && logb(8 * one) == 3);
  assert(ilogb(INFINITY) == INT_MAX && isinf(logb(zero)) && logb(zero) < 0);
  assert(nextafter(one, 2) == 1 + DBL_EPSILON && nextafter(one, 0) == 1 - DBL_EPSILON / 2);
  assert(nextafter(zero, -1) == -tiny && nextafter(-one, 0) == -1 + DBL_EPSILON / 2 && isinf(nextafter(huge, INFINITY)));
  assert(nextafterf(1, 2) == 1 + FLT_EPSILON && nextafter(one, one) == 1);
  assert(fmod(minus, 2) == -1.5 && fmod(7 * one, 3) == 1 && fmod(one, huge) == 1 && signbit(fmod(-6 * one, 3)));
  assert(fmod(1e300 * one, 7) == 1 && fmodf(5.5f, 2) == 1.5f);
  errno = 0;
  assert(isnan(fmod(one, zero)) && errno == EDOM);
  assert(remainder(5 * one, 3) == -1 && remainder(7 * one, 2) == -1 && remainder(5 * one, 2) == 1);  // ties to even
  assert(remainder(2 * one, 3) == -1 && remainder(-2 * one, 3) == 1 && remainder(one, INFINITY) == 1);
  assert(fma(one, 2, 3) == 5 && fma(3 * one, -2, 6) == 0 && fmaf(2, 3, 4) == 10);
#ifdef ROUNDED
  assert(fma(0.1 * one, 10, -1) < 1);
#endif
#ifdef SPECIAL
  assert(erf(one) < 1);
#endif
  return 0;
}
