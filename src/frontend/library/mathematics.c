// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of math.h that have one right result: the integers next to a number, roots, powers with whole exponents as
// long as everything is exact. Libraries differ in the last bit of the others (sine, logarithm, ...): a search proves
// nothing behind them, and an analysis goes on with any number.
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

unsigned __heddle_any_part_of_a_number_of_mathematics(void);
static double some_number(void);
double pow(double x, double y) {
  if (y == 0 || x == 1) return 1;
  if (y == 1) return x;
  if (!(y > 0 && y <= 64 && cut(y) == y && cut(x) == x)) return some_number();
  double product = 1;
  for (int i = 0; i < (int)y; ++i) {
    product *= x;
    if (!(product > -2 * kNoFraction && product < 2 * kNoFraction)) return some_number();
  }
  return product;
}

static double some_number(void) {
  enum { EDOM = 33 };
  if (__heddle_Nondet(0, 1)) __heddle_errno = (int)__heddle_Nondet(EDOM, ERANGE);
  Bits high = __heddle_any_part_of_a_number_of_mathematics();
  return ((Double){.bits = high << 32 | __heddle_any_part_of_a_number_of_mathematics()}).number;
}
#define SOME_RESULT_OF_ONE(name)                               \
  double name(double x) { return x == x ? some_number() : x; } \
  float name##f(float x) { return x == x ? (float)some_number() : x; }
#define SOME_RESULT_OF_TWO(name)                                                       \
  double name(double x, double y) { return x == x && y == y ? some_number() : x + y; } \
  float name##f(float x, float y) { return x == x && y == y ? (float)some_number() : x + y; }
SOME_RESULT_OF_ONE(sin)
SOME_RESULT_OF_ONE(cos)
SOME_RESULT_OF_ONE(tan)
SOME_RESULT_OF_ONE(asin)
SOME_RESULT_OF_ONE(acos)
SOME_RESULT_OF_ONE(atan)
SOME_RESULT_OF_ONE(sinh)
SOME_RESULT_OF_ONE(cosh)
SOME_RESULT_OF_ONE(tanh)
SOME_RESULT_OF_ONE(exp)
SOME_RESULT_OF_ONE(exp2)
SOME_RESULT_OF_ONE(expm1)
SOME_RESULT_OF_ONE(log)
SOME_RESULT_OF_ONE(log2)
SOME_RESULT_OF_ONE(log10)
SOME_RESULT_OF_ONE(log1p)
SOME_RESULT_OF_ONE(cbrt)
SOME_RESULT_OF_TWO(fmod)
SOME_RESULT_OF_TWO(atan2)
SOME_RESULT_OF_TWO(hypot)
