// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of math.h that have one right result: the integers next to a number, roots, powers with whole exponents as
// long as everything is exact. The others (sine, logarithm, ...) have no model: libraries differ in the last bit.
#include "heddle_builtins.h"

typedef unsigned long long Bits;
typedef union {
  double number;
  Bits bits;
} Double;

static const double kNoFraction = 4503599627370496.0;  // 2^52: from here on all numbers are whole
static Bits bits_of(double x) { return ((Double){.number = x}).bits; }
static double with_sign_of(double x, double sign) {
  Double r = {.number = x};
  r.bits = (r.bits & ~(1ULL << 63)) | (bits_of(sign) & 1ULL << 63);
  return r.number;
}
static int is_small(double x) { return x > -kNoFraction && x < kNoFraction; }  // and is no NaN

static double cut(double x) { return is_small(x) ? with_sign_of((double)(long long)x, x) : x; }
static double down(double x) {
  double whole = cut(x);
  return is_small(x) && whole > x ? whole - 1 : whole;
}
static double up(double x) {
  double whole = cut(x);
  return is_small(x) && whole < x ? with_sign_of(whole + 1, x) : whole;
}
static double nearest(double x) {  // halves away from zero
  double whole = cut(x);
  if (!is_small(x)) return x;
  double rest = x - whole;
  if (rest >= 0.5) whole += 1;
  if (rest <= -0.5) whole -= 1;
  return with_sign_of(whole, x);
}
static double nearest_even(double x) {
  double whole = cut(x);
  if (!is_small(x)) return x;
  double rest = x - whole;
  int odd = (int)((long long)whole & 1);
  if (rest > 0.5 || (rest == 0.5 && odd)) whole += 1;
  if (rest < -0.5 || (rest == -0.5 && odd)) whole -= 1;
  return with_sign_of(whole, x);
}
double floor(double x) { return down(x); }
double ceil(double x) { return up(x); }
double trunc(double x) { return cut(x); }
double round(double x) { return nearest(x); }
double rint(double x) { return nearest_even(x); }
double nearbyint(double x) { return nearest_even(x); }
long lround(double x) { return (long)nearest(x); }
long long llround(double x) { return (long long)nearest(x); }
long lrint(double x) { return (long)nearest_even(x); }
float floorf(float x) { return (float)down(x); }
float ceilf(float x) { return (float)up(x); }
float truncf(float x) { return (float)cut(x); }
float roundf(float x) { return (float)nearest(x); }
float rintf(float x) { return (float)nearest_even(x); }
double fabs(double x) { return with_sign_of(x, 0); }
float fabsf(float x) { return (float)with_sign_of(x, 0); }
double copysign(double x, double sign) { return with_sign_of(x, sign); }
double fmin(double x, double y) { return x != x || y < x ? y : x; }
double fmax(double x, double y) { return x != x || y > x ? y : x; }
float fminf(float x, float y) { return x != x || y < x ? y : x; }
float fmaxf(float x, float y) { return x != x || y > x ? y : x; }
double fdim(double x, double y) { return x != x || y != y ? x + y : x > y ? x - y : 0; }
double modf(double x, double* whole) {
  *whole = cut(x);
  return x == *whole ? with_sign_of(0, x) : with_sign_of(x - *whole, x);
}

// Bit by bit, as one extracts a root on paper; rounded to nearest.
static double root(double x) {
  if (x != x || x == 0 || bits_of(x) == 0x7ffULL << 52) return x;
  if (x < 0) {
    __heddle_errno = 33;  // EDOM
    return __builtin_nan("");
  }
  int exponent = (int)(bits_of(x) >> 52);
  Bits fraction = bits_of(x) & ((1ULL << 52) - 1);
  if (exponent == 0) {
    exponent = 1;
    while (!(fraction >> 52)) {
      fraction <<= 1;
      --exponent;
    }
  }
  fraction |= 1ULL << 52;
  exponent -= 1023;
  if (exponent & 1) {
    fraction <<= 1;
    --exponent;
  }
  // The root of fraction * 2^54 has 54 bits: the last one rounds.
  Bits result = 0, rest = 0;
  for (int i = 0; i < 54; ++i) {
    int at = 52 + 2 - 2 * (i + 1) + 0;
    Bits pair = at >= 0 ? fraction >> at & 3 : 0;
    rest = rest << 2 | pair;
    Bits trial = result << 2 | 1;
    result <<= 1;
    if (rest >= trial) {
      rest -= trial;
      result |= 1;
    }
  }
  Bits rounded = (result >> 1) + (result & 1);
  Double r = {.bits = ((Bits)(exponent / 2 + 1023) << 52) + (rounded - (1ULL << 52))};
  return r.number;
}
double sqrt(double x) { return root(x); }
float sqrtf(float x) { return (float)root(x); }

double __heddle_pow(double x, double y);  // no model: named in the answer
double pow(double x, double y) {
  if (y == 0 || x == 1) return 1;
  if (y == 1) return x;
  if (!(y > 0 && y <= 64 && cut(y) == y && cut(x) == x)) return __heddle_pow(x, y);
  double product = 1;
  for (int i = 0; i < (int)y; ++i) {
    product *= x;
    if (!(product > -2 * kNoFraction && product < 2 * kNoFraction)) return __heddle_pow(x, y);
  }
  return product;
}
